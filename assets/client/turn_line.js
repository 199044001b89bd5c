// The line at the top: round and phase, whose turn it is in colour and words, and the connected
// players. The page’s title also shows whose turn it is, and a phone vibrates.

import { announce } from "./announcer.js";
import {
  answersFor, holderName, isCovered, isPlayer, isReady, now, ofSide, otherSide, sideName, sideTitle,
} from "./table.js";
import { $, make, place, possessive, tell } from "./words.js";

/** The side whose answer or dice an order waits for. */
export const waitedFor = ({ asks, needs, by }) => (asks ? asks.of : needs?.ask && (needs.by ?? by));
/** Whether this seat is asked for an answer or for dice. */
export const isAsked = () => {
  const { declared, seat } = now.view;
  const of = declared ? waitedFor(declared) : undefined;
  return of !== undefined && of !== null && seat !== "onlooker" && answersFor(of);
};

/** What an order waits for: an answer, or a roll. */
export const whatIsDue = ({ asks }) => (asks ? "An answer is due" : "A roll is due");

/** A side by its player’s name, or by its own. */
const playerOf = (side) => (now.view.seat !== "both" && holderName(side)) || sideName(side);

const victory = (winner) => {
  if (winner === "draw") return "A draw";
  return winner === now.view.seat ? "Your victory" : `${possessive(playerOf(winner))} victory`;
};

/** Whose turn it is: the text, and its style. */
const turn = () => {
  const { view, next } = now;
  if (isCovered()) return ["Pass the device", "other"];
  if (isAsked()) return [view.declared.asks ? "You are asked" : "Your roll", "asked"];
  if (view.declared) {
    const of = waitedFor(view.declared);
    return [of ? `Waiting for ${playerOf(of)}` : whatIsDue(view.declared), "other"];
  }
  // The players may fight on after a victory by the victory conditions; the report comes first.
  const winner = view.victor ?? view.winner;
  if (winner) return [victory(winner), "other"];
  if (view.over) return ["The battle is over", "other"];
  const isSide = view.seat === "A" || view.seat === "B";
  // In a phase of both sides the guide’s side may be one that is ready already.
  const side = view.ready?.includes(view.guide.side) ? null : view.guide.side;
  if (isReady()) return [`Waiting for ${playerOf(otherSide(view.seat))}`, "other"];
  if (side) {
    const isOwn = view.seat === side;
    return [isOwn ? "Your turn" : `${possessive(playerOf(side))} turn`, isOwn || view.seat === "both" ? "mine" : "other"];
  }
  return isSide && next?.order ? ["Your turn", "mine"] : ["Both sides’ turn", isPlayer() ? "mine" : "other"];
};

/** Whether the table waits for this player. */
const isWanted = ([words, look]) => isPlayer() && (look === "asked" || words === "Your turn");
const vibrate = (look) => navigator.vibrate?.(look === "asked" ? [80, 60, 80] : 80);

/** The time without a touch or a key after which the page reminds, once, a player for whom the
 * table waits; in milliseconds. */
const PATIENCE = 60_000;
let reminder = 0;
let isReminded = false;
const remind = () => {
  isReminded = true;
  showTurn();
  vibrate("asked");
  announce(`The table is waiting for you: ${lastText}`);
};
const restartReminder = () => {
  clearTimeout(reminder);
  const wasReminded = isReminded;
  isReminded = false;
  if (now.view && isWanted(turn())) reminder = setTimeout(remind, PATIENCE);
  if (wasReminded) showTurn();
};
for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, restartReminder);

/** The text that was shown last: the phone vibrates when it changes. */
let lastText = "";
const showTitle = ([words, look]) => {
  const isMarked = isReminded || $("asks").childElementCount > 0;
  document.title = `${isMarked ? "● " : ""}${words} · Trierarch`;
  if (words === lastText) return;
  const isFirst = lastText === "";
  lastText = words;
  restartReminder();
  if (!isFirst && isWanted([words, look])) vibrate(look);
};

const minutes = (since) => Math.max(1, Math.round((Date.now() / 1000 - since) / 60));
/** Whether a player of a side is connected, on any device. */
const person = (side, name) => {
  const rows = (now.view.presence ?? []).filter((one) => ofSide(side)(one) && one.name === name);
  const isHere = rows.some(({ here }) => here);
  const since = Math.max(...rows.map((one) => one.since));
  const away = rows.length ? `has been away for ${minutes(since)} min` : "is away";
  return make("span", `${name || `Side ${side}`} ${isHere ? "is here" : away}`, { className: isHere ? "person" : "person away" });
};
/** The players at the other seats, each with a dot, which is filled while a device is connected. */
const people = () => ["A", "B"].filter((side) => side !== now.view.seat && now.view.seat !== "both").flatMap((side) => {
  // The window that shares the table has a seat without a name.
  const names = new Set([...now.view.seats, ...now.view.presence ?? []].filter(ofSide(side)).map(({ name }) => name));
  if (names.size === 0) return make("span", `Side ${side}: free`, { className: "person away" });
  return [...names].map((name) => person(side, name));
});

const seatName = () => ({ both: "both sides", onlooker: "watching", owner: "the owner" }[now.view.seat] ?? sideTitle(now.view.seat));

/** On a phone, a text that is too long for the space beside the round gets a separate row. */
const fitTurn = () => {
  const line = $("turn");
  line.dataset.long = "false";
  line.dataset.long = String(line.scrollWidth > line.clientWidth);
};
addEventListener("resize", fitTurn);

export const showTurn = () => {
  const [words, look] = turn();
  $("headline").textContent = tell(now.view.guide.headline);
  $("turn").hidden = false;
  $("turn").textContent = words;
  $("turn").className = isReminded ? `${look} reminded` : look;
  fitTurn();
  place($("you"), [make("span", `You: ${seatName()}`), ...people()]);
  showTitle([words, look]);
};
/** Signals that a player asks for a seat: the phone vibrates, and the title has a dot. */
export const signalRequest = () => {
  vibrate("asked");
  if (now.view) showTurn();
};
/** Clears the line. */
export const clearTurn = () => {
  $("turn").hidden = true;
  $("steps-back").hidden = true;
  $("score").textContent = "";
  $("you").replaceChildren();
  document.title = "Trierarch";
  lastText = "";
  clearTimeout(reminder);
};

/** The interval between two updates of the times in the line, in milliseconds. */
const INTERVAL = 30_000;
setInterval(() => { if (now.view && !$("table").hidden) showTurn(); }, INTERVAL);
