// The dice pad: the player taps or types the faces of a roll. The pad shows the faces entered so
// far, which can be removed, and leaves any roll to the app.

import { button, make, tell } from "./words.js";

/** A die with more faces is typed, not tapped. */
const MOST_FACES = 20;
/** A new roll accepts no face for this time, so that a double tap enters one die. In milliseconds. */
const GUARD = 400;

/** How many dice are rolled, and how many faces each has: `2d6`. */
const diceIn = (roll) => {
  const [, many, sides] = /^(\d+)d(\d+)$/.exec(roll ?? "") ?? [];
  return sides && Number(sides) <= MOST_FACES ? [Number(many), Number(sides)] : [0, 0];
};

export const rollInWords = (roll, purpose) => `What you rolled: ${tell(purpose)}, ${roll}`;

/** An entry in words. */
const entered = (entry) => (entry === null ? "the app’s" : [entry].flat().join(" "));

/** The pad of a roll. `onRoll` gets the roll, or null if the app rolls. `before` has the rolls that
 * were entered already; `onRemove` removes one of them and those after it. `isApp` says whether the
 * app may roll. `onLeave` closes the pad. */
export const dicePad = ({ words, roll, onRoll, before = [], onRemove, onLeave, isApp = true }) => {
  const [many, sides] = diceIn(roll);
  let faces = [];
  const face = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", required: true });
  const typed = () => face.value.trim().split(/[\s,;+]+/).filter(Boolean).map(Number);
  const enterTyped = () => {
    const all = typed();
    onRoll(all.length > 1 ? all : all[0]);
  };
  const taken = make("p", "", { className: "taken" });
  const showFaces = () => {
    face.value = faces.join(" ");
    const places = Array.from({ length: many }, (_, at) => {
      if (faces[at] === undefined) return make("span", "", { className: "die empty" });
      const die = button(String(faces[at]), () => {
        faces = faces.toSpliced(at, 1);
        showFaces();
      }, "die");
      die.ariaLabel = `Remove ${faces[at]}`;
      return die;
    });
    taken.replaceChildren(...(many > 1 ? places : []));
  };
  const enter = (shown) => {
    faces = [...faces, shown];
    showFaces();
    if (faces.length === many) enterTyped();
  };
  face.addEventListener("input", () => { faces = typed().filter((one) => one >= 1 && one <= sides).slice(0, many); });
  const buttons = Array.from({ length: sides }, (_, at) => button(String(at + 1), () => enter(at + 1), "face"));
  if (before.length) {
    for (const one of buttons) one.disabled = true;
    setTimeout(() => { for (const one of buttons) one.disabled = false; }, GUARD);
  }
  const earlier = before.map(({ throw: dice, for: purpose, entry }, at) => {
    const made = button(`${tell(purpose)} ${dice}: ${entered(entry)} ✕`, () => onRemove(at), "chip");
    made.ariaLabel = `Remove ${tell(purpose)} ${dice}: ${entered(entry)}`;
    return made;
  });
  const pad = make("form", [
    ...(earlier.length ? [make("nav", earlier, { ariaLabel: "Dice entered" })] : []),
    make("p", words, { className: "asks" }), taken,
    ...(sides ? [make("nav", buttons, { className: "faces", ariaLabel: `Faces: ${words}` })] : []),
    make("div", [
      make("label", [make("span", words, { className: "unseen" }), face]), make("button", "Enter", { className: "main" }),
      ...(isApp ? [button("Let the app roll", () => onRoll(null))] : []), ...(onLeave ? [button("Back", onLeave)] : []),
    ], { className: "typed" }),
  ], { className: "pad" });
  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    enterTyped();
  });
  showFaces();
  // An on-screen keyboard would hide the faces.
  return [pad, buttons.find((one) => !one.disabled) ?? face];
};
