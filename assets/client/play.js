// Actions of a player: tapping a unit, giving an order, finishing a turn.

import { change } from "./connection.js";
import { closeSheet } from "./sheet.js";
import { openForm } from "./orders.js";
import { showUnit } from "./record.js";
import { closeStage, whatIsOpen } from "./stage.js";
import { showTab } from "./tabs.js";
import { busy, isOut, mayCommand, now, readSoon, readTurn, unitOf } from "./table.js";
import { $, whyNot } from "./words.js";

export const note = (text) => { $("notice").textContent = text; };

/** Makes a change that is not the order of a form. Returns whether it was made. */
export const sendChange = async (request) => {
  busy(true);
  const answer = await change(request);
  note(whyNot(answer));
  readSoon();
  return Boolean(answer.ok);
};

/** Shows a unit’s turn, or the turn of the next unit. */
export const chooseUnit = (tag) => {
  [now.chosen, now.target] = [tag, null];
  showTab("table");
  return readTurn();
};
const aimAt = (tag) => {
  now.chosen = now.actor;
  now.target = now.target === tag ? null : tag;
  showTab("table");
  return readTurn();
};

/** Handles a tap on a unit: it is added to the open form, becomes the target, or is shown. */
export const tapUnit = (tag) => {
  const open = whatIsOpen();
  if (open?.tap?.(tag)) return undefined;
  if (open) closeStage();
  const card = unitOf(tag);
  const actor = now.actor && unitOf(now.actor);
  // Only the side whose turn it is attacks, unless the rules give the other side an order.
  const attacks = now.view.guide.side ?? actor?.holder;
  const hasRight = now.card?.steps.some(({ state }) => state === "open" || state === "owed");
  const isEnemy = actor && actor.holder !== card.holder && (attacks === actor.holder || hasRight);
  if (isEnemy && !isOut(card)) return aimAt(tag);
  if (!mayCommand(card.holder) || isOut(card)) return showUnit(tag);
  return chooseUnit(tag === now.chosen ? null : tag);
};

/** The order that begins the turn of the unit on the card, if that has not begun. */
const beginning = () => now.card?.steps.find(({ begins, ready }) => begins && ready)?.order;

/** Opens an order that the session has filled in. Assumed values are open questions. With `folded`,
 * known answers are hidden at first. `text` describes the order. */
export const openOrder = (subject, order, { assumes = [], folded = false, text } = {}) => {
  const { kind, ...fields } = order;
  const known = Object.entries(fields).filter(([name]) => !assumes.includes(name));
  const begin = subject.unit && subject.unit === now.card?.unit ? beginning() : undefined;
  note("");
  return openForm(subject, kind, { filled: Object.fromEntries(known), folded, text, begin: begin?.kind === kind ? undefined : begin });
};

/** Gives the rest of a unit’s turn as one change. */
export const finishTurn = async ({ orders }) => {
  [now.chosen, now.target] = [null, null];
  await sendChange(orders.length > 1 ? { orders } : { order: orders[0] });
};

/** Closes forms that belong to the player who had the device before. */
export const closeAll = () => {
  closeStage();
  closeSheet();
};
