// Glossary cards: the meaning of a rules term, opened from the term itself. The server has the
// texts; the page only finds the term.

import { closed, opened } from "./back.js";
import { $, button, capital, drawn, make, tell } from "./words.js";

let all = [];
let known = "";

/** Loads the glossary of a game, once. */
export const loadGlossary = async (system) => {
  if (known === system) return;
  const response = await fetch(`/meanings/${encodeURIComponent(system)}`).catch(() => null);
  if (response?.ok) [all, known] = [await response.json(), system];
};

/** The card of a term of this sort, or nothing. */
export const wordOf = (sort, word) => all.find((one) => one.sort === sort && one.word === word);
export const question = (order, field) =>
  all.find((one) => one.sort === "question" && one.of === order && one.word === field);
export const phase = (name) => all.find((one) => one.sort === "phase" && one.name === tell(name));

/** The card of the term with a name, of any sort. */
const named = (name) => all.find((one) => one.named && one.name.toLowerCase() === name.toLowerCase());

/** The messages that a message contains, itself first, without the names of ships and people. */
const partsOf = (say) => {
  if (say === null || typeof say !== "object") return typeof say === "string" ? [say] : [];
  const inner = say.list ?? (say.with ?? []).map(([, part]) => part);
  return [tell(say), ...inner.filter((part) => typeof part === "object" && !("name" in part)).flatMap(partsOf)];
};

/** The terms that occur in texts, each once. */
export const within = (...says) => [...new Set(says.flatMap(partsOf).map(named).filter(Boolean))];

/** A text that opens the card of a term, if there is one. */
export const explained = (text, word) =>
  (word ? button(text, () => openCard(word), "word") : make("span", text));

/** A question mark that opens the card of a term; nothing if there is none. */
export const mark = (word) => {
  if (!word) return [];
  return [Object.assign(button("", () => openCard(word), "mark"), { ariaLabel: `What is “${word.name}”?` })];
};

/** The text beside a question mark. */
export const marked = (element, word) => (word ? make("div", [element, ...mark(word)], { className: "marked" }) : element);

/** Terms in a row. */
export const row = (ariaLabel, made) => make("nav", made, { className: "words", ariaLabel });
/** Terms in a row, each of which opens its card; nothing if there are none. */
export const links = (list) => {
  const found = [...new Set(list.filter(Boolean))];
  return found.length ? [row("Explanations of terms", found.map((one) => explained(capital(one.name), one)))] : [];
};

// The open cards, one over the other. The last one is visible.

const dialog = $("card");
let open = [];

const openCard = (word) => {
  open.push(word);
  show();
};
const back = button("‹", () => {
  open.pop();
  show();
});
back.ariaLabel = "Back to the previous card";
export const closeCards = () => dialog.close();
dialog.addEventListener("close", () => {
  open = [];
  closed("card");
});

/** Ships from above, with their paths. */
const sketch = ({ size: [width, height], hulls, ways }) => {
  const points = (list) => list.map((point) => point.join(",")).join(" ");
  return drawn("svg", { class: "sketch", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, [
    ...ways.map((way) => drawn("polyline", { points: points(way), "marker-end": "url(#tip)" })),
    ...hulls.map(({ outline, acts }) => drawn("polygon", { points: points(outline), class: acts ? "acts" : "" })),
  ]);
};

/** The rows of a chart that give the result of a roll. */
const rowsOf = (wanted) => [...new Set(all.filter(({ sort }) => sort === "outcome")
  .flatMap(({ figures: rows = [] }) => rows.filter(({ chart }) => chart === wanted).map((one) => one.row)))];

/** The charts of a term: for an outcome the whole chart with its row marked, otherwise only its rows. */
export const charts = ({ sort, figures: own = [] }) => [...new Set(own.map(({ chart }) => chart))].flatMap((chart) => {
  const lit = own.filter((one) => one.chart === chart).map((one) => one.row);
  const rows = sort === "outcome" ? rowsOf(chart) : lit;
  const marks = rows.length > lit.length;
  const drawnRow = (cells) => make("li", cells, marks && lit.includes(cells) ? { className: "lit", ariaCurrent: "true" } : {});
  return [make("h3", chart), make("ul", rows.map(drawnRow), { className: "chart" })];
});

const show = () => {
  const word = open.at(-1);
  const lines = [
    make("h2", capital(word.name), { id: "card-title", tabIndex: -1 }),
    make("p", capital(word.sort), { className: "rule" }), make("p", word.what),
  ];
  if (word.sketch) lines.push(sketch(word.sketch));
  if (word.adds) lines.push(make("p", [make("strong", word.adds)]));
  if (word.rule) lines.push(make("p", `Rule: ${word.rule}`, { className: "rule" }));
  lines.push(...charts(word));
  const next = (word.see ?? []).map((at) => all[at]);
  if (next.length) {
    const made = next.map((one) => explained(`${capital(one.name)} (${one.sort})`, one));
    lines.push(make("h3", "See also"), row("See also", made));
  }
  const buttons = [button("Close", closeCards)];
  if (open.length > 1) buttons.unshift(back);
  dialog.replaceChildren(...lines, make("nav", buttons, { className: "foot", ariaLabel: "Cards" }));
  if (!dialog.open) dialog.showModal();
  opened("card", closeCards);
  dialog.scrollTop = 0;
  lines[0].focus();
};
