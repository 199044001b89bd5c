// Keeps the screen on during a battle: with a wake lock, or on phones and tablets whose browser has
// none (over plain http), with a silent video. A switch turns both off. Without a wake lock, a text
// beside the switch says whether the video plays, and what to do if the screen turns off.

import { FILM } from "./film.js";
import { load, store } from "./storage.js";
import { $ } from "./words.js";

const STORAGE_KEY = "trierarch/awake";
const isHeld = matchMedia("(pointer: coarse)").matches;

let lock = null;
let film = null;
let wanted = false;
let isOff = Boolean(load(STORAGE_KEY).off);

/** A video that is muted or has no sound does not keep the screen on, so this one has a silent sound
 * track. The page starts it again at its end: with `loop` some browsers let the screen go dark. */
const makeFilm = () => {
  const made = document.createElement("video");
  Object.assign(made, { className: "film", playsInline: true, disableRemotePlayback: true, volume: 0.01, src: FILM });
  made.setAttribute("aria-hidden", "true");
  made.addEventListener("ended", () => playFilm());
  for (const event of ["playing", "pause"]) made.addEventListener(event, showState);
  document.body.append(made);
  return made;
};

/** Plays the video. Browsers allow this only after the first tap. */
const playFilm = () => film?.play().catch(() => {});
addEventListener("click", () => { if (film?.paused && isNeeded()) playFilm(); });

const isNeeded = () => wanted && !isOff && !document.hidden;

const PLAYING = "On this connection the page keeps the screen on by playing a silent video. This may stop music from another app. ";
const NOT_PLAYING = "The page does not keep the screen on. ";
const ADVICE = "If the screen turns off, set a longer screen timeout on your device.";

/** The text and the switch, on phones and tablets only. */
const showState = () => {
  $("stay-on").hidden = !wanted || !isHeld;
  $("stay-on").firstElementChild.checked = !isOff;
  $("awake").hidden = !wanted || !isHeld || Boolean(lock && !lock.released);
  const isPlayed = film && (!film.paused || film.ended);
  $("awake").textContent = (isPlayed ? PLAYING : NOT_PLAYING) + ADVICE;
};

const update = async () => {
  if (!isNeeded()) {
    lock?.release();
    lock = null;
    film?.pause();
  } else if (navigator.wakeLock) {
    if (!lock || lock.released) lock = await navigator.wakeLock.request("screen").catch(() => null);
  } else if (isHeld) {
    film ??= makeFilm();
    await playFilm();
  }
  showState();
};
// A hidden page loses its wake lock.
document.addEventListener("visibilitychange", update);

$("stay-on").addEventListener("change", ({ target }) => {
  isOff = !target.checked;
  store(STORAGE_KEY, { off: isOff });
  update();
});

/** Whether a battle is in progress. */
export const keepScreenOn = (is) => {
  if (wanted === is) return;
  wanted = is;
  update();
};
