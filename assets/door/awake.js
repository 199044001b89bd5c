// The screen stays on while a battle is fought, where the browser can do that; where it
// cannot, as over plain http, whoever holds the device is told what to do.

import { $ } from "./words.js";

let lock = null;
let wanted = false;

const holds = async () => {
  const wants = wanted && !document.hidden;
  if (!wants) {
    lock?.release();
    lock = null;
  } else if (!lock || lock.released) lock = await navigator.wakeLock?.request("screen").catch(() => null);
};
// A page that is not seen loses it.
document.addEventListener("visibilitychange", holds);

/** Whether a battle is being fought now. */
export const staysOn = (is) => {
  if (wanted === is) return;
  wanted = is;
  $("awake").hidden = !is || Boolean(navigator.wakeLock) || !matchMedia("(pointer: coarse)").matches;
  holds();
};
