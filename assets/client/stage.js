// The stage: the turn card of a unit, or in its place the order or group that is open, whose
// buttons are in the dock. What is open stays until the player closes it or it is given.

import { closed, opened } from "./back.js";
import { keepsFocus } from "./focus.js";
import { showTab } from "./tabs.js";
import { $, make } from "./words.js";

let open = null;
let show = () => {};
/** What is shown again once nothing is open. */
export const onClosed = (shown) => { show = shown; };

export const whatIsOpen = () => open;

/** Opens something: its title, its elements, its buttons in `act`, how it is `judge`d again
 * after news, and what a `tap` on a unit does. */
export const opens = (thing) => {
  open = thing;
  showTab("table");
  const heading = make("h2", thing.title, { id: "stage-title", tabIndex: -1 });
  $("stage").replaceChildren(make("header", [heading, ...(thing.marks ?? [])]), ...thing.elements);
  $("act").replaceChildren(thing.act);
  opened("order", closes);
  $("table").dataset.open = thing.kind ?? "order";
  heading.focus({ preventScroll: true });
  $("stage").scrollIntoView({ block: "nearest" });
};

/** Closes it, and shows what was there before. */
export const closes = () => {
  if (!open) return;
  open = null;
  delete $("table").dataset.open;
  keepsFocus(() => {
    $("stage").replaceChildren();
    $("act").replaceChildren();
    closed("order");
    show();
  });
  scrollTo(0, 0);
};
/** Judges what is open again: the battle has changed, or the connection is back. */
export const judgeAgain = () => open?.judge?.();
