// The modifiers of the next roll, as chips beside the odds. A tap explains a modifier and sets it
// aside with a reason. The players can also add one.

import { links, wordOf } from "./cards.js";
import { closeSheet, showSheet } from "./sheet.js";
import { button, capital, make, signed, tell } from "./words.js";

/** The longest reason, and the largest amount that can be added (`rules/modifier_changes.rs`). */
const [LONGEST, MOST] = [120, 20];
/** The id of every modifier that the players add. */
const ADDED = "added-by-players";

/** A form for the reason; `takes` gets it. */
const reasonForm = (words, takes, ...before) => {
  const reason = make("input", "", { maxLength: LONGEST, required: true, autocomplete: "off", pattern: ".*\\S.*" });
  const form = make("form", [
    ...before, make("label", [make("span", "Reason: what both sides agreed on"), reason]), make("button", words, { className: "main" }),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    closeSheet();
    takes(reason.value.trim());
  });
  return form;
};

/** Shows a modifier: its meaning, and a button to set it aside or to restore it. */
const openModifier = ({ reason: { id, why } }, changed, changes, sets) => {
  const word = wordOf("modifier", id);
  const undo = (words, rest) => button(words, () => {
    closeSheet();
    sets(rest);
  }, "main");
  const action = changed ? undo(changed.add === undefined ? "Count it again" : "Remove it", changes.filter((one) => one !== changed))
    : reasonForm("Set aside", (reason) => sets([...changes, { aside: id, reason }]));
  showSheet(capital(tell(why)), ...(word ? [make("p", word.what), ...links([word])] : []), action);
};

/** Asks for a modifier that the players add. */
const askAddition = (sets) => {
  const amount = make("input", "", { type: "number", inputMode: "numeric", step: 1, min: -MOST, max: MOST, value: 1, required: true });
  const label = make("label", [make("span", `Amount (−${MOST} to ${MOST})`), amount]);
  showSheet("Add a modifier", reasonForm("Add", (reason) => sets({ add: Number(amount.value), reason }), label));
};

/** The modifiers of a roll as chips; `sets` gets the players' changes. */
export const modifiersOf = ({ modifiers }, changes, sets) => {
  const added = changes.filter(({ add }) => add !== undefined);
  const changeOf = (id) => (id === ADDED ? added.shift() : changes.find(({ aside }) => aside === id));
  const chips = modifiers.map((one) => {
    const changed = changeOf(one.reason.id);
    const amount = one.amount ? `${signed(one.amount)} ` : "";
    const made = button(amount + tell(one.reason.why), () => openModifier(one, changed, changes, sets), "chip");
    made.classList.toggle("changed", Boolean(changed));
    return made;
  });
  const more = button("+", () => askAddition((change) => sets([...changes, change])), "chip");
  more.ariaLabel = "Add a modifier";
  return make("div", [...chips, more], { className: "chips modifiers", role: "group", ariaLabel: "Modifiers" });
};
