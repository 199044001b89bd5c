// The keyboard focus: if drawing removes the focused element, the focus moves to the next one.

import { $ } from "./words.js";

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const next = () =>
  [...document.querySelectorAll("#asked .own button, #act .main, #act button")].find((one) => one.checkVisibility() && !one.disabled) ?? $("headline");

/** Draws something without losing the focus. */
export const keepFocus = (draw) => {
  const hadFocus = !isLost();
  draw();
  if (hadFocus && isLost()) next().focus({ preventScroll: true });
};
