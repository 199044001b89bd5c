// Results: the last order with its dice, on every device, and the log.

import { editsOf } from "./amend.js";
import { charts, links, wordOf } from "./cards.js";
import { showSheet } from "./sheet.js";
import { now } from "./table.js";
import { $, button, logged, make, place, signed, tell } from "./words.js";

/** The terms of an order that was carried out: the order, its outcome, and the modifiers of its
 * rolls. */
const wordsOf = (entry) => {
  if (entry.secret) return [];
  // An order without a roll has no outcome to name.
  const headline = tell(entry.headline).toLowerCase();
  const outcome = [wordOf("outcome", entry.outcome)].find((word) => word && headline.includes(word.name.toLowerCase()));
  const added = entry.rolls.flatMap((roll) => (roll.modifiers ?? []).map(({ reason }) => wordOf("modifier", reason.id)));
  return [wordOf("order", entry.order?.kind), outcome, ...added];
};

/** The dice of a roll, its modifiers, and the sum. */
const diceOf = ({ faces, natural, modifiers = [], modified }) => {
  const shown = faces.length ? faces : [natural ?? "–"];
  const added = modifiers.map(({ amount }) => signed(amount)).join(" ");
  const sum = modifiers.length && modified !== undefined ? [make("span", `${added} = `), make("strong", String(modified))] : [];
  return make("div", [...shown.map((face) => make("span", String(face), { className: "die" })), ...sum], { className: "dice" });
};

const harm = ({ outcome }) => (wordOf("outcome", outcome)?.tone === "bad" ? "result bad" : "result");

/** An order with its dice: a headline, its effects, and explanations of the terms. */
const resultOf = (entry) => {
  const rolls = entry.rolls.map(diceOf);
  const headline = rolls.length && tell(entry.result) ? [make("p", tell(entry.result), { className: harm(entry) })] : [];
  return [...rolls, ...headline, ...logged(entry)];
};

/** The last order, or all orders of its group. */
const lastRows = () => {
  const last = now.rows.findLast((row) => !row.undone);
  if (!last?.group) return last ? [last] : [];
  return now.rows.filter((row) => !row.undone && row.group?.id === last.group.id);
};

/** The chart of a roll, if there is space for it. An outcome of several orders has a chart for each. */
const chartOf = ({ order, rolls, outcome }) => {
  const word = rolls.length ? wordOf("outcome", outcome) : null;
  if (!word?.figures) return [];
  const own = word.figures.filter(({ chart }) => chart === wordOf("order", order?.kind)?.name);
  return [make("div", charts(own.length ? { ...word, figures: own } : word), { className: "charts" })];
};

/** The last order with its dice; for a group, its effects and every order with dice. */
export const showLast = () => {
  const last = lastRows();
  if (last.length < 2) {
    place($("last"), last.flatMap((entry) => [make("div", resultOf(entry)), ...links(wordsOf(entry)), ...chartOf(entry)]));
    return;
  }
  const head = last.map((entry) => tell(entry.group_result)).find(Boolean) ?? `${last.length} orders`;
  const rolled = last.filter(({ rolls }) => rolls.length);
  const lines = rolled.map((entry) => make("li", [...entry.rolls.map(diceOf), ...logged(entry)]));
  place($("last"), [make("div", [make("p", head, { className: "result" }), make("ul", lines)])]);
};

/** A line of the log; its headline opens the explanations of its terms. */
const entryOf = (entry) => {
  const [headline, ...more] = logged(entry);
  const about = wordsOf(entry).filter(Boolean);
  const openEntry = () => showSheet(headline.textContent, ...more.map((line) => line.cloneNode(true)), ...links(about), ...editsOf(entry));
  const head = button("", openEntry, "word");
  head.append(headline);
  return make("li", [head, ...more], { value: entry.index + 1, className: entry.undone ? "undone" : "" });
};

/** The log, the newest first. */
export const showLog = () => {
  place($("log"), [...now.rows].reverse().map(entryOf));
  $("earlier").hidden = now.rows.length === 0 || now.rows[0].index === 0;
};
