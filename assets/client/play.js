// What a player does at the table: taps a unit, gives an order, finishes a turn.

import { change } from "./line.js";
import { closeSheet } from "./sheet.js";
import { openForm } from "./orders.js";
import { showUnit } from "./record.js";
import { closes, whatIsOpen } from "./stage.js";
import { showTab } from "./tabs.js";
import { busy, commands, isOut, now, readSoon, readTurn, unitOf } from "./table.js";
import { $, whyNot } from "./words.js";

export const note = (text) => { $("notice").textContent = text; };

/** A change that is not the order of a form. Returns whether it was made. */
export const changes = async (request) => {
  busy(true);
  const answer = await change(request);
  note(whyNot(answer));
  readSoon();
  return Boolean(answer.ok);
};

/** Shows a unit’s turn, or the next one’s again. */
export const chooses = (tag) => {
  [now.chosen, now.target] = [tag, null];
  showTab("table");
  return readTurn();
};
const aims = (tag) => {
  now.chosen = now.actor;
  now.target = now.target === tag ? null : tag;
  showTab("table");
  return readTurn();
};

/** A unit was tapped: it is added to what is open, aimed at, or shown. */
export const taps = (tag) => {
  const open = whatIsOpen();
  if (open?.tap?.(tag)) return undefined;
  if (open) closes();
  const card = unitOf(tag);
  const actor = now.actor && unitOf(now.actor);
  // The side whose turn it is attacks; another one only by a right of its own.
  const attacks = now.view.guide.side ?? actor?.holder;
  const hasRight = now.card?.steps.some(({ state }) => state === "open" || state === "owed");
  const isEnemy = actor && actor.holder !== card.holder && (attacks === actor.holder || hasRight);
  if (isEnemy && !isOut(card)) return aims(tag);
  if (!commands(card.holder) || isOut(card)) return showUnit(tag);
  return chooses(tag === now.chosen ? null : tag);
};

/** The order that begins the turn of the unit on the card, if that has not begun. */
const beginning = () => now.card?.steps.find(({ begins, ready }) => begins && ready)?.order;

/** Opens an order that the session has filled in. What the card only assumes is asked; with
 * `folded` what is known is not shown at first; `text` is what it does. */
export const opensOrder = (subject, order, { assumes = [], folded = false, text } = {}) => {
  const { kind, ...fields } = order;
  const known = Object.entries(fields).filter(([name]) => !assumes.includes(name));
  const begin = subject.unit && subject.unit === now.card?.unit ? beginning() : undefined;
  note("");
  return openForm(subject, kind, { filled: Object.fromEntries(known), folded, text, begin: begin?.kind === kind ? undefined : begin });
};

/** Gives the rest of a unit’s turn as one. */
export const finishes = async ({ orders }) => {
  [now.chosen, now.target] = [null, null];
  await changes(orders.length > 1 ? { orders } : { order: orders[0] });
};

/** What was open belonged to another hand. */
export const closesAll = () => {
  closes();
  closeSheet();
};
