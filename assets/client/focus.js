// The focus of the keyboard: what is drawn again may take it away, and then it goes to
// what comes next.

import { $ } from "./words.js";

const isLost = () => document.activeElement === null || document.activeElement === document.body;
const next = () =>
  [...document.querySelectorAll("#asked .own button, #act .main, #act button")].find((one) => one.checkVisibility() && !one.disabled) ?? $("headline");

/** Draws something, and sees to it that the focus is not lost. */
export const keepsFocus = (draw) => {
  const hadFocus = !isLost();
  draw();
  if (hadFocus && isLost()) next().focus({ preventScroll: true });
};
