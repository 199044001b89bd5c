// The announcer: what happens, in lines that a screen reader speaks, each once and in the order
// in which it happened.

import { $, make } from "./words.js";

/** So many lines stay to be read again. */
const MOST = 40;

export const announce = (text) => {
  if (!text) return;
  $("said").append(make("p", text));
  while ($("said").childElementCount > MOST) $("said").firstElementChild.remove();
};

/** What lies below an open sheet is not heard: what is said is said on it. */
export const announcesOn = (where) => where.append($("said"));
