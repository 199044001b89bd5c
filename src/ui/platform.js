// What the machine wishes and can do besides drawing.

/** Whether whoever owns the machine wants less to move. */
export function asksForLess() {
  return window.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/** Whether it can be felt: a phone or a tablet, in a browser that lets a page do so. */
export function canBuzz() {
  const touched = window.matchMedia?.("(pointer: coarse)").matches ?? false;
  return touched && typeof navigator.vibrate === "function";
}

/** Is felt for so many milliseconds. */
export function buzz(ms) {
  navigator.vibrate?.(ms);
}
