// The controls of an order's form, one for each type of field in an offer.

import { capital, make, tell, whyNot } from "./words.js";

/** Up to this many numbers are a list to pick from; more are typed. */
const MOST_PICKED = 24;

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isNothing = (value) => value === null || value === undefined;
const labelOf = ({ label, refused }) => {
  const why = refused ? whyNot({ refused: { why: refused.why } }) : "";
  return capital(tell(label)) + (why ? ` (${why})` : "");
};

/** Up to this many choices are chips to tap; more are a list. */
const MOST_CHIPS = 10;
let groups = 0;

/** Chips to tap one of. Those that are not possible now are folded, with the reasons. */
const chips = (open, shut, start) => {
  groups += 1;
  const radios = open.map((choice) => make("input", "", {
    type: "radio", name: `chips-${groups}`, value: JSON.stringify(choice.value), checked: same(choice.value, start),
  }));
  const lines = open.map((choice, at) => make("label", [radios[at], make("span", labelOf(choice))], { className: "chip" }));
  const folded = shut.length
    ? [make("details", [make("summary", "Not now"), make("p", shut.map(labelOf).join("; "), { className: "rule" })])] : [];
  const made = make("div", [...lines, ...folded], { className: "chips", role: "radiogroup" });
  return [made, () => {
    const chosen = radios.find(({ checked }) => checked);
    return chosen && chosen.value !== "" ? JSON.parse(chosen.value) : undefined;
  }];
};

/** A choice of one of several, and how it is read. Choices that are possible now come first. */
const oneOf = (choices, start, empty) => {
  const [open, shut] = [choices.filter((choice) => !choice.refused), choices.filter((choice) => choice.refused)];
  // Only the player chooses: there is no preselected answer.
  const isThere = choices.some((choice) => same(choice.value, start));
  if (open.length <= MOST_CHIPS && open.length > 0) {
    const none = empty ? [{ value: null, label: "—" }] : [];
    const [made, read] = chips([...none, ...open], shut, empty && !isThere ? null : start);
    return [made, () => read() ?? undefined];
  }
  const select = make("select");
  const option = (choice) => make("option", labelOf(choice), {
    value: JSON.stringify(choice.value), disabled: Boolean(choice.refused), selected: same(choice.value, start),
  });
  if (empty || !isThere) select.append(make("option", "—", { value: "", selected: !isThere }));
  select.append(...open.map(option));
  if (shut.length) select.append(make("optgroup", shut.map(option), { label: "Not now" }));
  return [select, () => (select.value === "" ? undefined : JSON.parse(select.value))];
};

/** A choice of several. */
const someOf = (field, start) => {
  const boxes = field.choices.map((choice) => make("input", "", {
    type: "checkbox", disabled: Boolean(choice.refused),
    checked: (start ?? []).some((value) => same(value, choice.value)),
  }));
  const lines = field.choices.map((choice, at) =>
    make("label", [boxes[at], make("span", labelOf(choice))], { className: "flag" }));
  const readTaken = () => field.choices.filter((_, at) => boxes[at].checked).map((choice) => choice.value);
  return [make("fieldset", [make("legend", field.question), ...lines]), readTaken];
};

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => ({ value: from + at, label: from + at }));

/** A number for each of several; 0 leaves it out. */
const numberEach = (field, start) => {
  const rows = field.choices.map((choice) => {
    const [select, read] = oneOf(numbers(0, field.max), start?.[choice.value] ?? 0, false);
    select.disabled = Boolean(choice.refused);
    return [make("label", [make("span", labelOf(choice)), select]), choice.value, read];
  });
  const read = () => Object.fromEntries(rows.map(([, tag, read]) => [tag, read()]).filter(([, many]) => many > 0));
  return [make("fieldset", [make("legend", field.question), ...rows.map(([line]) => line)]), read];
};

const isPicked = ({ min, max }) => !isNothing(min) && !isNothing(max) && max - min < MOST_PICKED;

/** A whole number: from a list if there are few. */
const number = (field, start) => {
  if (isPicked(field)) return oneOf(numbers(field.min, field.max), start, !field.required);
  const box = make("input", "", { type: "number", inputMode: "numeric", step: 1, value: start ?? "" });
  [box.min, box.max] = [field.min ?? "", field.max ?? ""];
  return [box, () => (box.value === "" ? undefined : Number(box.value))];
};

/** A number or a word. */
const numberOr = (field, start) => {
  const words = field.choices ?? [];
  const listed = words.some(({ value }) => typeof value === "number") || !isPicked(field);
  return oneOf(listed ? words : [...words, ...numbers(field.min, field.max)], start, !field.required);
};

/** A text as typed; for a list, its parts between commas. */
const text = (field, start) => {
  const isList = field.type === "units" || field.type === "texts";
  const box = make("input", "", { value: isList ? (start ?? []).join(", ") : start ?? "", autocomplete: "off" });
  const parts = () => box.value.split(",").map((part) => part.trim()).filter(Boolean);
  return [box, () => (isList ? parts() : box.value === "" ? undefined : box.value)];
};

const flag = (start) => {
  const box = make("input", "", { type: "checkbox", checked: Boolean(start) });
  return [box, () => box.checked];
};

/** A field of any type: the control follows the type of the present value. */
const any = (field, start) => {
  const has = Boolean(field.choices?.length);
  if (has && Array.isArray(start)) return someOf(field, start);
  if (has) return oneOf(field.choices, start, !field.required);
  if (typeof start === "number" || !isNothing(field.max)) return number({ ...field, required: true }, start);
  if (typeof start === "boolean") return flag(start);
  return text(field, start);
};

/** A question that only the players can answer has no answer at first. */
const yesOrNo = () => oneOf([{ value: false, label: "No" }, { value: true, label: "Yes" }], undefined, false);

/** The control of a field, and how its value is read; undefined if it is empty. */
export const control = (field, start) => {
  const has = Boolean(field.choices?.length);
  switch (field.type) {
    case "flag": return isNothing(start) && field.unseen ? yesOrNo() : flag(start);
    case "number": return number(field, start);
    case "number-or": return numberOr(field, start);
    case "number-each": return numberEach({ choices: [], ...field }, start);
    case "units":
    case "texts": return has ? someOf(field, start) : text(field, start);
    case "any": return any(field, start);
    default: return has || field.type !== "text" ? oneOf(field.choices ?? [], start, !field.required) : text(field, start);
  }
};

/** Whether a field need not be shown: it has only one value, or none. */
export const isSettled = ({ type, required, choices = [], min, max }, start) => {
  if (type === "number") return min === max && start === min;
  return ["unit", "units", "choice"].includes(type) && !required && isNothing(start) && choices.every(({ refused }) => refused);
};

/** The range of numbers that can be typed, if there is no list. */
export const range = (field) =>
  (field.type === "number" && !isPicked(field) && !isNothing(field.max) ? ` (${field.min ?? 0}–${field.max})` : "");
