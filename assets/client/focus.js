// The keyboard focus: if drawing removes the focused element, the focus moves to the next one.

import { $ } from "./words.js";

const isLost = () => document.activeElement === null || document.activeElement === document.body;
/** Where the focus goes: to a question, or else to the main button, or else to another one. */
const PLACES = ["#asked .own :is(.answer, nav button)", "#act .main", "#act button"];
const next = () => PLACES.flatMap((place) => [...document.querySelectorAll(place)])
  .find((one) => one.checkVisibility() && !one.disabled) ?? $("headline");

/** Draws something without losing the focus. */
export const keepFocus = (draw) => {
  const hadFocus = !isLost();
  draw();
  if (hadFocus && isLost()) next().focus({ preventScroll: true });
};
