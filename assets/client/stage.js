// The stage: the turn card of a unit, or the open order or group, whose buttons are in the dock. An
// open order stays until the player closes it or gives it.

import { closed, opened } from "./back.js";
import { keepFocus } from "./focus.js";
import { showTab } from "./tabs.js";
import { $, make } from "./words.js";

let open = null;
let show = () => {};
/** Draws the part that is shown when no order is open. */
export const onClosed = (draw) => { show = draw; };

export const whatIsOpen = () => open;

/** Opens an order or group: its title, its elements, its buttons (`act`), `judge`, which checks it
 * again after an event, and `tap`, which handles a tap on a unit. */
export const openStage = (thing) => {
  open = thing;
  showTab("table");
  const heading = make("h2", thing.title, { id: "stage-title", tabIndex: -1 });
  $("stage").replaceChildren(make("header", [heading, ...(thing.marks ?? [])]), ...thing.elements);
  $("act").replaceChildren(thing.act);
  opened("order", closeStage);
  $("table").dataset.open = thing.kind ?? "order";
  heading.focus({ preventScroll: true });
  $("stage").scrollIntoView({ block: "nearest" });
};

/** Closes the open order or group, and shows the turn card again. */
export const closeStage = () => {
  if (!open) return;
  open = null;
  delete $("table").dataset.open;
  keepFocus(() => {
    $("stage").replaceChildren();
    $("act").replaceChildren();
    closed("order");
    show();
  });
  scrollTo(0, 0);
};
/** Checks the open order again, after a change of the battle or a new connection. */
export const judgeAgain = () => open?.judge?.();
