// The turn card: a unit’s whole turn with its steps, the orders against enemies, and *More…* for all
// other orders.

import { question, wordOf } from "./cards.js";
import { nameOfUnit, unitHead } from "./fleets.js";
import { latin } from "./latin.js";
import { openOrders } from "./orders.js";
import { chooseUnit, openOrder } from "./play.js";
import { showUnit } from "./record.js";
import { now, unitOf } from "./table.js";
import { $, button, make, place, tell } from "./words.js";
import { whatIsOpen } from "./stage.js";

const percent = (p) => Math.round(p * 100);
const chance = (p) => {
  if (!p) return "";
  const [least, most] = p.map(percent);
  return least === most ? `${least}%` : `${least}–${most}%`;
};

/** A button with its name, and a note at the right. */
const row = (words, more, tap, { kind, order }) => {
  const made = button("", tap, "step");
  made.append(make("span", words), " ", make("small", more));
  made.dataset.kind = kind;
  // Two orders may have the same name.
  made.dataset.order = JSON.stringify(order);
  return make("li", [made]);
};

/** The assumptions of a step, or its reason. */
const more = ({ kind, why, order, assumes, ready, certain }) => {
  const assumed = assumes.filter((name) => order[name] !== undefined && order[name] !== false && order[name].length !== 0)
    .map((name) => `${question(kind, name)?.name ?? name} ${[order[name]].flat().map(tell).join(" ")}`);
  const said = assumed.length ? [`assumed: ${assumed.join(", ")}`] : [];
  return [why, ...said, ...(ready && certain ? ["no roll"] : [])].filter(Boolean).join(" · ");
};

const stepOf = (step) => {
  const { state, text, why, order } = step;
  const subject = { unit: now.card.unit };
  if (state === "open" || state === "owed") return row(text, more(step), () => openOrder(subject, order, step), step);
  const words = state === "done" ? `✓ ${text.split(":")[0]}` : state === "skipped" ? `– ${text.split(":")[0]}: skipped` : `${text}: ${why}`;
  return make("li", words, { className: `past ${state}` });
};

const targetOf = ({ unit, orders }) => {
  const { tag, name } = unitOf(unit);
  const subject = { unit: now.card.unit };
  const assumed = ({ kind, turns_on: turnsOn }) =>
    [...turnsOn, ...now.card.steps.filter((step) => step.kind === kind).flatMap(({ assumes }) => assumes)];
  const lines = orders.map((one) => row(one.text, chance(one.p), () => openOrder(subject, one.order, { assumes: assumed(one), folded: true, text: one.text }), one));
  const none = make("p", "Nothing can be done to this target now.", { className: "rule" });
  return make("section", [make("h3", `${tag} ${name}`), lines.length ? make("ul", lines, { className: "steps" }) : none]);
};

/** The steps that can be given once an enemy is tapped, in words. */
const aimed = (steps) => {
  const names = [...new Set(steps.map(({ kind }) => (wordOf("order", kind)?.name ?? kind).toLowerCase()))];
  if (!names.length) return [];
  const last = names.pop();
  return [make("p", `Tap an enemy: ${names.length ? `${names.join(", ")} or ` : ""}${last}.`, { className: "rule" })];
};

const notNow = (steps) => {
  if (!steps.length) return [];
  const lines = steps.map(({ text, why }) => make("li", why ? `${text}: ${why}` : text));
  return [make("details", [make("summary", "Not now"), make("ul", lines, { className: "rule" })])];
};

const drawn = () => {
  const { card } = now;
  const atTarget = new Set(card.targets.flatMap(({ orders }) => orders.map(({ kind }) => kind)));
  const steps = card.steps.filter(({ begins, kind }) => !begins && !atTarget.has(kind));
  const shown = steps.filter((step) => step.state !== "not-now" && !step.needs_target);
  const name = nameOfUnit(unitOf(card.unit));
  const leave = button("✕", () => chooseUnit(null), "leave");
  leave.ariaLabel = "Return to the next step";
  const others = button("More…", () => openOrders(name, { unit: card.unit }), "quiet");
  // The button has the same name on the cards of other units.
  others.dataset.unit = card.unit;
  const record = button("Record", () => showUnit(card.unit), "quiet");
  record.ariaLabel = latin(`Record of ${name}`);
  const leaves = now.chosen || now.target ? [leave] : [];
  return [
    make("header", [make("h2", unitHead(card.unit), { id: "turn-of" }), ...leaves]),
    // The enemy that was tapped is first.
    ...card.targets.map(targetOf),
    ...aimed(steps.filter((step) => step.needs_target)),
    ...(shown.length ? [make("ul", shown.map(stepOf), { className: "steps" })] : []),
    ...notNow(steps.filter(({ state }) => state === "not-now")),
    make("nav", [others, record], { className: "words", ariaLabel: "More of this unit" }),
  ];
};

/** Draws the card of the unit that acts, unless an order or a group is open in its place. */
export const showCard = () => {
  if (whatIsOpen()) return;
  $("table").dataset.card = String(Boolean(now.card));
  place($("stage"), now.card && !now.view.over ? drawn() : []);
};
