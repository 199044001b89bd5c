// The dock at the bottom: one button for the next step, smaller buttons beside it, and the switch
// between own dice and the app's. Questions are above it.

import { GROUPS, openGroup } from "./group.js";
import { openForm, openOrders } from "./orders.js";
import { openEnd } from "./luck.js";
import { finishTurn, openOrder, sendChange } from "./play.js";
import { showSheet, closeSheet } from "./sheet.js";
import { whatIsOpen } from "./stage.js";
import {
  diceOf, firstSide, isCovered, isOthersTurn, isPlayer, isReady, mayCommand, now, otherSide, sideTitle, unitOf,
} from "./table.js";
import { $, button, make, place, tell } from "./words.js";

/** The number of small buttons that fit in the dock. */
const MOST_SMALL = 3;
const REPORT = "Open the battle report";
const END_PHASE = "end-phase";

const sameKind = (step, order) => order && step.kind === order.kind;

/** The unit or side that gives the order of the next step. */
const issuerOf = ({ order, unit }) => {
  if (unit) return { unit };
  if (order.side) return { side: order.side };
  return now.view.guide.next.find((step) => step.kind === order.kind)?.subject ?? "battle";
};

/** The first step of the card that must be given and is possible. */
const owed = () => now.card?.steps.find(({ state, begins, ready }) => state === "owed" && !begins && ready);

/** The only open step of the unit whose choice comes next, if it is filled in. */
const onlyChoice = () => {
  const { card, next } = now;
  if (!card || next?.unit !== card.unit) return null;
  const [step, ...more] = card.steps.filter(({ state }) => state === "open" || state === "owed");
  return step && !more.length && step.ready && !step.begins ? step : null;
};

/** The action of the main button, if there is one. */
const main = () => {
  const { view, card, next } = now;
  // A battle can go on after a victory by its victory conditions.
  if (view.victor) return { words: REPORT, tap: openEnd };
  const openStep = (step) => ({ words: step.text, order: step.order, tap: () => openOrder({ unit: card.unit }, step.order, step) });
  if (card?.done) {
    const first = diceOf(unitOf(card.unit).holder) === "own" && card.done.throws.length ? owed() : null;
    if (first) return openStep(first);
    return { words: `Done with ${card.unit}`, more: card.done.says, order: card.done.orders, tap: () => finishTurn(card.done) };
  }
  if (next?.order) {
    const { guide } = view;
    // The button has the name of the order.
    const label = guide.next.find((step) => sameKind(step, next.order) && !step.subject.unit)?.label;
    return { words: label ? tell(label) : next.text, order: next.order, tap: () => openOrder(issuerOf(next), next.order, { assumes: owed()?.assumes }) };
  }
  const step = owed() ?? onlyChoice();
  if (step) return openStep(step);
  // If no unit acts, the orders of a side come first, in its own turn.
  const waits = isOthersTurn() || isReady();
  const first = next && !next.unit && !now.actor && !waits ? view.guide.next.find(({ subject }) => !subject.unit) : null;
  return first && { words: tell(first.label), order: { kind: first.kind }, step: first, tap: () => openForm(first.subject, first.kind) };
};

/** An order that interrupts the other side’s turn and needs its consent. */
const interrupts = () => {
  const steps = now.view.guide.next.map((step) => button(tell(step.label), () => {
    closeSheet();
    openForm(step.subject, step.kind);
  }, "card"));
  showSheet("Interrupt", make("p", "The other side is asked first."), ...steps);
};

const interruption = () => (now.view.guide.next.length ? [button("Interrupt…", interrupts, "quiet")] : []);

/** Orders of the sides and of the battle, and the buttons that do not fit in the dock. */
const others = (rest) => {
  const sides = [firstSide(), otherSide(firstSide())].filter(mayCommand);
  const lines = rest.map((one) => {
    one.className = "card";
    one.addEventListener("click", closeSheet);
    return one;
  });
  showSheet("Other orders", ...lines, ...sides.map((side) => button(sideTitle(side), () => openOrders(sideTitle(side), { side }), "card")),
    button("Orders of the battle", () => openOrders("The battle", "battle"), "card"));
};

/** The smaller buttons: the end of a phase, groups, then the orders that a side gives while no unit
 * acts. */
const small = (first) => {
  const order = first && !Array.isArray(first.order) ? first.order : null;
  const isMain = (step) => (first?.step ? step === first.step : sameKind(step, order));
  const stepOf = (step) => {
    const made = button(tell(step.label), () => openForm(step.subject, step.kind), "quiet");
    made.dataset.step = JSON.stringify([step.subject, step.kind]);
    return made;
  };
  // A side that is ready cannot end the phase again.
  const isPossible = ({ subject, kind }) => !subject.unit && !(kind === END_PHASE && isReady());
  const steps = now.view.guide.next.filter((step) => isPossible(step) && !isMain(step));
  const [ends, ofSides] = [true, false].map((is) => steps.filter(({ subject }) => (subject === "battle") === is).map(stepOf));
  const groups = now.groups.map((what) => {
    const words = what === "as-before" ? GROUPS[what] : `${GROUPS[what]}…`;
    return button(words, () => openGroup(what), "quiet");
  });
  return [...ends, ...groups, ...(now.card ? [] : ofSides)];
};

const ownDice = () => {
  const side = ["A", "B"].indexOf(now.view.seat);
  if (now.view.settings.own_dice[side] !== "either") return [];
  const box = make("input", "", { type: "checkbox", checked: now.view.settings.rolls_itself[side], ariaLabel: "I roll my own dice" });
  box.addEventListener("change", () => sendChange({ own_dice: { own: box.checked } }));
  const label = make("label", [box, make("span", "My own dice")], { className: "flag own-dice" });
  label.dataset.on = String(box.checked);
  return [label];
};

/** The content of the dock: the next step in words, its button, and smaller ones. */
const drawn = () => {
  const { view, next } = now;
  const prompt = make("p", view.over ? tell(view.prompt) : next?.text ?? tell(view.prompt), { className: "prompt" });
  if (view.declared) return [];
  if (view.over || (view.victor && !isPlayer())) {
    return [prompt, make("nav", [button(REPORT, openEnd, "main")], { className: "act", ariaLabel: "The end" })];
  }
  if (!isPlayer()) return [prompt];
  // A side that waits has a main button only if the rules allow it an order now.
  const first = main();
  const waits = isOthersTurn();
  const buttons = [];
  if (first) {
    const made = button("", first.tap, "main next");
    made.append(make("span", first.words), ...(first.more ? [" ", make("small", first.more)] : []));
    made.dataset.order = JSON.stringify(first.order);
    buttons.push(made);
  }
  const all = waits ? interruption() : small(first);
  const [more, rest] = [all.slice(0, MOST_SMALL), all.slice(MOST_SMALL)];
  const also = [...more, button("Other…", () => others(rest), "quiet")];
  // On a narrow screen a long text gets more of the row.
  for (const one of also) one.style.flexGrow = one.textContent.length;
  const isSaid = first && first.words === next?.text;
  return [
    ...(isSaid ? [] : [prompt]),
    make("nav", [...also, ...ownDice()], { className: "small", ariaLabel: "Also" }),
    ...(buttons.length ? [make("nav", buttons, { className: "act", ariaLabel: "Next" })] : []),
  ];
};

/** Draws the dock, unless an order or a group has its buttons there. */
export const showDock = () => {
  if (whatIsOpen()) return;
  place($("act"), isCovered() ? [] : drawn());
};
