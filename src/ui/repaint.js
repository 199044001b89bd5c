// Delays frames that are not needed, to save a phone's battery. The library that draws the
// window requests sixty frames a second, even if nothing changes. Here the next frame waits
// for an event, or for the time at which the window needs one.

// The number of further frames after the first frame that follows an event: they draw its
// results.
const AFTERWARDS = 3;
// The same for touch events. A lifted finger is laid out twice, as a pointer and as a touch
// (see below). The results of a touch request their own frames.
const OF_A_FINGER = {
  pointerdown: 0, touchstart: 0, touchmove: 0, pointerup: 1, touchend: 1, touchcancel: 1,
};
// A shorter delay than this gives the next frame of the browser.
const FRAME_MS = 17;
// The longest delay of the browser's timer.
const LONGEST_MS = 2 ** 31 - 1;
// The number of a waiting frame; the browser's own numbers are above 0.
const WAITING = -1;

const ask = globalThis.requestAnimationFrame.bind(globalThis);
const cancel = globalThis.cancelAnimationFrame.bind(globalThis);

let following = AFTERWARDS;
let rest = 0;
let waiting = null;
let alarm = 0;
// The browser's number of the last frame that waited here.
let woken = 0;

/** Draws the window again after an event, and `more` times after that. */
export const wake = (more = AFTERWARDS) => {
  following = Math.max(following, more);
  if (!waiting) return;
  clearTimeout(alarm);
  woken = ask(waiting);
  waiting = null;
};

/** The window was drawn, and needs no frame for `ms` milliseconds. */
export const rests = (ms) => { rest = ms; };

// Whether the program requests this frame: only its closures have this property. All other
// requests get a frame at once.
const isTheWindows = (draw) => "_wbg_cb_unref" in draw;

globalThis.requestAnimationFrame = (draw) => {
  if (!isTheWindows(draw)) return ask(draw);
  if (following > 0 || rest < FRAME_MS) {
    following = Math.max(0, following - 1);
    return ask(draw);
  }
  waiting = draw;
  if (rest < LONGEST_MS) alarm = setTimeout(() => wake(), rest);
  return WAITING;
};

globalThis.cancelAnimationFrame = (frame) => {
  if (frame !== WAITING) {
    cancel(frame);
  } else if (waiting) {
    clearTimeout(alarm);
    waiting = null;
  } else {
    cancel(woken);
  }
};

// All events that the library listens to. It receives each after this file.
const HAPPENS = [
  "pointerdown", "pointerup", "mousemove", "mouseleave", "touchstart", "touchmove", "touchend", "touchcancel",
  "wheel", "gesturestart", "gesturechange", "gestureend", "dragover", "dragleave", "drop",
  "keydown", "keyup", "input", "compositionstart", "compositionupdate", "compositionend", "copy", "cut", "paste",
  "focus", "blur", "visibilitychange", "load", "pagehide", "pageshow", "resize", "hashchange",
];
const canvas = document.getElementById("trierarch");
const happened = (event) => {
  const isOfAMouse = "pointerType" in event && event.pointerType !== "touch";
  wake(isOfAMouse ? AFTERWARDS : OF_A_FINGER[event.type]);
};
for (const what of HAPPENS) addEventListener(what, happened, { capture: true, passive: true });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => wake());
new ResizeObserver(() => wake()).observe(canvas);

// A touch arrives twice, as a pointer event and as a touch event, and the library draws for
// each. It gets only one of both when a finger is put down. It needs both when the finger is
// lifted, because some browsers let a page copy or share only during the pointer event.
addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch" && event.target === canvas) event.stopImmediatePropagation();
}, { capture: true });
