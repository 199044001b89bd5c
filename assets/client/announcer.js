// The announcer: a live region with a line for each event, which a screen reader speaks once and in
// order.

import { $, make } from "./words.js";

/** The number of lines that stay in the region, so that a player can read them again. */
const MOST_LINES = 40;

export const announce = (text) => {
  if (!text) return;
  $("said").append(make("p", text));
  while ($("said").childElementCount > MOST_LINES) $("said").firstElementChild.remove();
};

/** A screen reader does not read below an open dialog, so the live region moves into the dialog. */
export const moveAnnouncer = (where) => where.append($("said"));
