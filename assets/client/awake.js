// The screen stays on while a battle is fought: by a lock of the browser's, or, where it has
// none, as over plain http, by a silent film on devices that are held. A switch ends both, and
// whoever holds the device is told what happens and what to do where it does not.

import { FILM } from "./film.js";
import { keepAs, keptAs } from "./wire.js";
import { $ } from "./words.js";

const SHELF = "trierarch/awake";
const isHeld = matchMedia("(pointer: coarse)").matches;

let lock = null;
let film = null;
let wanted = false;
let isOff = Boolean(keptAs(SHELF).off);

/** A film that is muted, or has no sound at all, keeps no screen on: this one is heard, and
 * silent. It begins anew by itself: one that is set to loop keeps none on in some browsers. */
const filmed = () => {
  const made = document.createElement("video");
  Object.assign(made, { className: "film", playsInline: true, disableRemotePlayback: true, volume: 0.01, src: FILM });
  made.setAttribute("aria-hidden", "true");
  made.addEventListener("ended", () => plays());
  for (const happens of ["playing", "pause"]) made.addEventListener(happens, tells);
  document.body.append(made);
  return made;
};

/** Plays the film; before the first tap a browser plays none. */
const plays = () => film?.play().catch(() => {});
addEventListener("click", () => { if (film?.paused && stays()) plays(); });

const stays = () => wanted && !isOff && !document.hidden;

const FINE = "On this connection the page keeps the screen on by playing a silent video. This may stop music from another app. ";
const NOT = "The page does not keep the screen on. ";
const SO = "If the screen still turns off, set a longer screen timeout on your device.";

/** What there is to say and to switch, on devices whose screens go dark in the hand. */
const tells = () => {
  $("stay-on").hidden = !wanted || !isHeld;
  $("stay-on").firstElementChild.checked = !isOff;
  $("awake").hidden = !wanted || !isHeld || Boolean(lock && !lock.released);
  const isPlayed = film && (!film.paused || film.ended);
  $("awake").textContent = (isPlayed ? FINE : NOT) + SO;
};

const holds = async () => {
  if (!stays()) {
    lock?.release();
    lock = null;
    film?.pause();
  } else if (navigator.wakeLock) {
    if (!lock || lock.released) lock = await navigator.wakeLock.request("screen").catch(() => null);
  } else if (isHeld) {
    film ??= filmed();
    await plays();
  }
  tells();
};
// A page that is not seen loses it.
document.addEventListener("visibilitychange", holds);

$("stay-on").addEventListener("change", ({ target }) => {
  isOff = !target.checked;
  keepAs(SHELF, { off: isOff });
  holds();
});

/** Whether a battle is being fought now. */
export const staysOn = (is) => {
  if (wanted === is) return;
  wanted = is;
  holds();
};
