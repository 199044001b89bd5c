// A device for both sides: the page covers a side’s secrets until the device has been passed.

import { closeAll, note, sendChange } from "./play.js";
import { forgetAsked } from "./pending.js";
import { forget, isCovered, now, sideTitle } from "./table.js";
import { $, button, make, place } from "./words.js";

/** Removes the whole table from the page while it is covered. */
export const empty = () => {
  for (const id of ["score", "terms", "phases", "own-strip", "other-strip", "zone-tabs", "zone-lines", "cards", "pane-own", "pane-other", "stage", "record", "log", "last", "said", "act"]) {
    $(id).replaceChildren();
  }
};

const passDevice = async (to) => {
  // Everything of one side is removed before the other side looks, or looks again.
  forget();
  closeAll();
  empty();
  forgetAsked();
  $("hand").replaceChildren();
  note("");
  [now.chosen, now.target] = [null, null];
  now.view = { ...now.view, sides: now.view.sides.map((side) => ({ ...side, marks: [] })) };
  await sendChange({ hand_over: { to } });
};

export const showHand = () => {
  const { view } = now;
  const lines = [];
  if (view.seat === "both" && !view.over) {
    if (isCovered()) {
      const name = sideTitle(view.hand_over_to);
      lines.push(
        make("h2", `Pass the device to ${name}`),
        make("p", "The next orders are secret. The other player looks away until they have been given."),
        button(`I play ${name}`, () => passDevice(view.hand_over_to), "main"));
    } else if (view.in_hand && view.secrets) {
      const done = view.hand_over_to ? "This side has given all its secret orders. " : "";
      lines.push(
        make("p", `${done}${sideTitle(view.in_hand)} has the device.`),
        button("Pass the device", () => passDevice("both"), view.hand_over_to ? "main" : ""));
    } else if (view.secrets) {
      lines.push(make("p", "Each side has secrets; they are hidden for now."));
      for (const side of ["A", "B"]) lines.push(button(`Show the secrets of ${sideTitle(side)}`, () => passDevice(side)));
    }
  }
  place($("hand"), lines.length ? [make("div", lines)] : []);
};
