// The keyboard focus: if a change of the page removes the focused element, the focus moves to the
// next control.

import { $ } from "./words.js";

const isLost = () => document.activeElement === null || document.activeElement === document.body;
/** The controls that get the focus: a question, otherwise the main button, otherwise another one. */
const PLACES = ["#asked .own :is(.answer, nav button)", "#act .main", "#act button"];
const next = () => PLACES.flatMap((place) => [...document.querySelectorAll(place)])
  .find((one) => one.checkVisibility() && !one.disabled) ?? $("headline");

/** Draws something without losing the focus. */
export const keepFocus = (draw) => {
  const hadFocus = !isLost();
  draw();
  if (hadFocus && isLost()) next().focus({ preventScroll: true });
};
