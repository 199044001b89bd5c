// The table as this seat sees it: the view, the log, the next step, the turn card of the unit that
// acts, and the groups. The page reads it again after every change.

import { ask, markSeen } from "./connection.js";
import { loadGlossary } from "./cards.js";
import { $ } from "./words.js";

/** The present state. `chosen` is the unit that the player chose, `actor` the unit whose card is
 * shown, `target` the enemy that was tapped. */
export const now = {
  view: null, rows: [], next: null, card: null, groups: [], chosen: null, actor: null, target: null,
};

/** The number of orders of the log that are read at first, and each time that the player asks for
 * earlier ones. */
const SOME = 30;
let howMany = SOME;

// Seats, and what each may do.

export const sideView = (side) => now.view.sides[side === "A" ? 0 : 1];
export const sideName = (side) => sideView(side).name;
export const sideTitle = (side) => `${sideName(side)} (${side})`;
export const otherSide = (side) => (side === "A" ? "B" : "A");
/** Whether a seat plays a side. */
export const ofSide = (side) => ({ seat }) => seat === side || seat === "both";
/** The name of the player who holds a side. */
export const holderName = (side) => now.view.seats.find(ofSide(side))?.name;
/** Whether this is a player’s seat. */
export const isPlayer = () => now.view.seat !== "onlooker" && now.view.seat !== "owner";
/** Whether this seat gives the orders of a side. */
export const mayCommand = (side) => {
  const { view } = now;
  if (view.seat === "both") return !view.in_hand || view.in_hand === side;
  const open = view.settings.orders_for_both && !view.secrets && (view.seat === "A" || view.seat === "B");
  return open || view.seat === side;
};
/** Whether this seat answers for a side: its own, or an empty one. */
export const answersFor = (side) =>
  now.view.seat === "both" || now.view.seat === side || !side || (now.view.seat === "owner" && !holderName(side));
/** The side that is shown first: the player's own, if there is one. */
export const firstSide = () => (now.view.seat === "B" || now.view.in_hand === "B" ? "B" : "A");
export const unitOf = (tag) => now.view.cards.find((card) => card.tag === tag);
/** A unit's place in a line of battle, if it has one. */
export const stationOf = ({ marks }) => marks.find(({ station }) => station)?.station;
/** Whether the game has zones. */
export const hasZones = () => now.view.cards.some(stationOf);
export const isOut = (card) => typeof card.standing === "object";
/** Whether this side is ready to end a phase of both sides. */
export const isReady = () => Boolean(now.view.ready?.includes(now.view.seat));
/** Whether it is the turn of another side, which is not ready to end the phase. */
export const isOthersTurn = () => {
  const { guide: { side }, ready } = now.view;
  return Boolean(side) && !mayCommand(side) && !ready?.includes(side);
};
/** Whether the device must be passed before anything is shown. */
export const isCovered = () => Boolean(now.view.seat === "both" && now.view.hand_over_to && !now.view.in_hand);
/** The dice that are used for a side: its own, the app’s or either. */
export const diceOf = (side) => {
  const at = side === "B" ? 1 : 0;
  const of = now.view.settings.own_dice[at];
  return of === "either" && now.view.settings.rolls_itself[at] ? "own" : of;
};
/** The side that gives an order. */
export const sideOf = (subject) => subject.side ?? unitOf(subject.unit)?.holder ?? now.view.seat;
/** Whether a step is still to come. */
const isToCome = ({ state }) => state === "open" || state === "owed";

// Reading.

let show = () => {};
/** Called after each reading, with the view before it. */
export const onRead = (shown) => { show = shown; };

export const busy = (is) => { $("table").ariaBusy = String(is); };
let timer = 0;
export const readSoon = () => {
  busy(true);
  clearTimeout(timer);
  timer = setTimeout(read, 50);
};
export const readEarlier = () => {
  howMany += SOME;
  return read();
};

/** The number of the latest reading; the results of earlier ones are dropped. */
let reading = 0;
/** Discards the reading in progress. */
export const forget = () => {
  reading += 1;
  clearTimeout(timer);
  busy(false);
};

const cardOf = async (unit, target) => {
  const wanted = target && unitOf(target) ? { ship: unit, target } : { ship: unit };
  return (await ask({ turn: wanted })).ok ?? null;
};

/** The units of this seat that may act together. */
export const unitsOfGroup = () => now.view.cards
  .filter(({ standing, holder }) => (standing === "ready" || standing === "active") && mayCommand(holder))
  .map(({ tag }) => tag);

/** The groups that are possible now. */
const groupsOf = async () => {
  const units = now.view.declared || now.view.over || !isPlayer() || isCovered() || isOthersTurn() ? [] : unitsOfGroup();
  if (units.length < 2) return [];
  const can = async (what) => {
    const { ok } = await ask({ group: { do: what, units } });
    return Boolean(ok) && units.length - ok.cannot.length > 1 ? [what] : [];
  };
  const [move, before] = await Promise.all([can("only-move"), can("as-before")]);
  // If last turn's speeds can be kept, there are speeds to set.
  return [...move, ...before, ...(before.length ? ["at-speed"] : [])];
};

/** The first unit that has still to act, of the side whose turn it is, if the players choose the
 * unit. */
const firstToAct = (next) => {
  const { guide, victor } = now.view;
  if (!next || next.unit || next.order || victor) return null;
  const waits = (card) => card?.holder === guide.side && card.standing === "ready" && mayCommand(card.holder);
  return guide.next.map(({ subject }) => subject.unit && unitOf(subject.unit)).find(waits)?.tag ?? null;
};

/** The chosen unit, or the unit of the next step, with its card. */
const readCard = async (next) => {
  const mayAct = (tag) => tag && unitOf(tag) && !isOut(unitOf(tag)) && mayCommand(unitOf(tag).holder);
  if (!mayAct(now.chosen)) now.chosen = null;
  const acting = mayAct(next?.unit) ? next.unit : firstToAct(next);
  const actor = now.chosen ?? acting;
  const card = actor ? await cardOf(actor, now.target) : null;
  // When the chosen unit has finished, the next one is shown.
  const isFinished = card && !card.steps.some(isToCome);
  if (!now.chosen || !isFinished || !acting || acting === now.chosen) return { actor, card };
  [now.chosen, now.target] = [null, null];
  return { actor: acting, card: await cardOf(acting, null) };
};

/** Reads the card again, after a unit or a target was tapped. */
export const readTurn = async () => {
  reading += 1;
  const mine = reading;
  busy(true);
  const read = await readCard(now.next);
  if (mine !== reading) return;
  Object.assign(now, read);
  done(now.view);
};

const done = (before) => {
  show(before);
  busy(false);
};

export const read = async () => {
  busy(true);
  reading += 1;
  const mine = reading;
  const seen = await ask({ view: {} });
  if (mine !== reading) return;
  if (!seen.ok) {
    // The page reads again when the connection is back; without a seat there is nothing to read.
    if (!now.view) busy(false);
    return;
  }
  await loadGlossary(seen.ok.view.system);
  const from = Math.max(0, seen.ok.view.len - howMany);
  const [log, next] = await Promise.all([ask({ log: { from, count: howMany } }), ask({ next: {} })]);
  if (!log.ok || mine !== reading) return;
  // The table has changed between the two answers, so it is read again.
  if (log.ok.log.at !== seen.ok.view.at) {
    readSoon();
    return;
  }
  const before = now.view;
  now.view = seen.ok.view;
  now.rows = log.ok.log.rows;
  now.next = next.ok ?? null;
  markSeen(now.view.at);
  const [groups, turn] = await Promise.all([groupsOf(), readCard(now.next)]);
  if (mine !== reading) return;
  Object.assign(now, turn, { groups });
  done(before);
};
