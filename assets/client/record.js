// The record of a unit: its type, its losses as boxes, its status, and explanations of the terms.
// A seat that may correct it does so in two taps.

import { links, within } from "./cards.js";
import { ENTRY, NEW_VALUE } from "./form.js";
import { aboutOf, factsOf, nameOfUnit } from "./fleets.js";
import { ask, change } from "./connection.js";
import { Question } from "./question.js";
import { closeSheet, showSheet } from "./sheet.js";
import { isCovered, isPlayer, mayCommand, now, read, unitOf } from "./table.js";
import { $, button, capital, isScreen, make, place, tell, whyNot } from "./words.js";

/** The order that corrects an entry. */
const CORRECTION = "adjust";
/** The largest number of boxes that is drawn. */
const MOST_BOXES = 60;

const sheetOf = async (tag) => {
  const { ok } = await ask({ tell: { sheets: { fresh: false } } });
  return ok?.told.sheets.flatMap(({ sheets }) => sheets).find((one) => one.tag === tag);
};
/** The fields of the order that corrects a record; none if this seat may not give it. */
const fieldsOf = async (tag) => {
  if (!isPlayer() || !mayCommand(unitOf(tag).holder) || now.view.over) return [];
  const { ok } = await ask({ offers: { ship: tag } });
  return ok?.offers.find(({ kind, refused }) => kind === CORRECTION && !refused)?.fields ?? [];
};
const named = (fields, wanted) => fields.find(({ name }) => name === wanted);

/** The figure of a track, and its maximum. */
const figure = ({ boxes, crossed, away = 0, box_worth: worth, last_worth: last, tally }) => {
  const full = last === null || last === undefined ? boxes * worth : (boxes - 1) * worth + last;
  const lost = Math.min(full, (crossed + away) * worth);
  return `${tally === "Crossed" ? lost : full - lost} of ${full}`;
};
const boxesOf = ({ boxes, crossed }) => make("div",
  Array.from({ length: boxes }, (_, at) => make("span", "", { className: at < crossed ? "box crossed" : "box" })),
  { className: "boxes", ariaHidden: "true" });

/** An entry with its value; a button if `onCorrect` is given. */
const lineOf = ({ caption, value, parts = [], boxes = [], entry }, onCorrect) => {
  const words = [make("span", capital(tell(caption))), " ", make("strong", tell(caption).includes(value) ? "" : value || "–"), ...boxes];
  const more = parts.map((part) => make("small", tell(part)));
  if (!onCorrect) return make("div", [...words, ...more], { className: "entry" });
  const made = button("", () => onCorrect(entry, caption), "entry");
  made.append(make("span", "Correct ", { className: "unseen" }), ...words, ...more);
  return made;
};

/** The lines of the record; those that change in a battle are first. */
const linesOf = ({ facts, adds = [], now = [], tracks, ticks }) => [
  // Tracks without an entry only help to count on paper.
  ...tracks.filter(({ entry }) => entry).map((track) => ({
    caption: track.caption, value: figure(track), entry: track.entry, boxes: track.boxes <= MOST_BOXES ? [boxesOf(track)] : [],
  })),
  ...ticks.filter(({ entry }) => entry).map(({ caption, ticked, entry }) => ({ caption, value: ticked ? "yes" : "no", entry })),
  // Empty lines are for notes on paper.
  ...[...facts, ...adds, ...now].map(({ caption, text, parts, entry }) => ({ caption, value: tell(text), parts, entry }))
    .filter(({ value }) => value),
];

/** The content of a record; null if it is out of date. */
const partsOf = async (tag) => {
  const hand = now.view.in_hand;
  const [record, fields] = await Promise.all([sheetOf(tag), fieldsOf(tag)]);
  // The player may have passed the device meanwhile.
  if (!now.view || now.view.in_hand !== hand) return null;
  const lines = record ? linesOf(record) : [];
  const entries = named(fields, ENTRY)?.choices ?? [];
  const known = new Set(lines.map(({ entry }) => entry));
  const onCorrect = (entry, caption) => correct(tag, entry, caption, fields);
  const can = (entry) => (entries.some(({ value }) => value === entry) ? onCorrect : null);
  const others = entries.filter(({ value }) => !known.has(value));
  return [
    ...(entries.length ? [make("p", "Tap an entry to correct it.", { className: "rule" })] : []),
    make("div", lines.map((line) => lineOf(line, can(line.entry))), { className: "record" }),
    ...(others.length ? [make("details", [make("summary", "Correct another entry"), make("nav", others.map(({ value, label }) =>
      button(capital(tell(label)), () => onCorrect(value, label))))])] : []),
  ];
};

/** The unit whose record is on the sheet. */
let shown = null;

/** Shows the record of a unit. */
export const showUnit = async (tag, why = "") => {
  shown = tag;
  const card = unitOf(tag);
  const parts = await partsOf(tag);
  if (shown !== tag || !parts) return;
  showSheet(nameOfUnit(card),
    ...(why ? [make("p", why, { className: "bad" })] : []), make("p", factsOf(card)), ...parts, ...links(within(...aboutOf(card))));
};

/** From this width on the record of the present unit is beside its card. */
const WIDE = matchMedia("(min-width: 1600px)");
const atHand = () => (WIDE.matches && !isScreen && now.view && !isCovered() ? now.target ?? now.actor : null);
/** Shows the record of the enemy that was tapped, or of the unit that acts. */
export const showRecord = async () => {
  const tag = atHand();
  $("record").hidden = !tag;
  if (!tag) return $("record").replaceChildren();
  const parts = await partsOf(tag);
  if (parts && atHand() === tag) place($("record"), [make("h2", nameOfUnit(unitOf(tag))), ...parts]);
  return undefined;
};
WIDE.addEventListener("change", showRecord);

/** Gives the correction, and shows the corrected record. */
const giveCorrection = async (tag, entry, value) => {
  const answer = await change({ order: { kind: CORRECTION, ship: tag, [ENTRY]: entry, [NEW_VALUE]: value } });
  if (answer.waits) return closeSheet();
  await read();
  return showUnit(tag, whyNot(answer));
};

/** Asks for the new value of an entry; a tapped choice is given at once. */
const correct = async (tag, entry, caption, fields) => {
  shown = tag;
  const draft = { subject: { unit: tag }, kind: CORRECTION, fields: { ship: tag, [ENTRY]: entry } };
  const answer = await ask({ judge: draft });
  const judged = named(answer.ok?.judged.offer.fields ?? [], NEW_VALUE);
  if (!judged || shown !== tag) return showUnit(tag, whyNot(answer));
  const [min, max] = judged.range ?? [];
  let isTyped = true;
  const question = new Question({ ...named(fields, NEW_VALUE), ...judged, min, max }, CORRECTION, () => { if (!isTyped) giveCorrection(tag, entry, question.value); });
  const { holder } = question;
  isTyped = holder.querySelector("fieldset, input:not([type=radio], [type=checkbox])") !== null;
  const form = make("form", [holder, ...(isTyped ? [make("button", "Correct", { className: "main" })] : [])]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    giveCorrection(tag, entry, question.value);
  });
  return showSheet(`${nameOfUnit(unitOf(tag))}: ${tell(caption)}`, form, button("Back to the record", () => showUnit(tag)));
};
