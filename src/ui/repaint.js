// The library that draws the window asks the browser for a frame sixty times a second,
// whether there is anything to draw or not, and a phone on the table is never at rest.
// Here its next frame waits until something happens or the window wants to be drawn.

// After whatever happens the next frame is drawn, and so many more follow at once, which
// draw what comes of it.
const AFTERWARDS = 3;
// A finger is drawn as it is; that it was lifted is laid out twice, as a pointer and as a
// touch (see below). Whatever comes of it asks for frames of its own.
const OF_A_FINGER = {
  pointerdown: 0, touchstart: 0, touchmove: 0, pointerup: 1, touchend: 1, touchcancel: 1,
};
// Whoever wants to be drawn sooner than this has the next frame.
const FRAME_MS = 17;
// A longer time is no time that the browser's clock can wait for.
const LONGEST_MS = 2 ** 31 - 1;
// What a frame that waits is called; the browser's own numbers are above 0.
const WAITING = -1;

const ask = globalThis.requestAnimationFrame.bind(globalThis);
const cancel = globalThis.cancelAnimationFrame.bind(globalThis);

let following = AFTERWARDS;
let rest = 0;
let waiting = null;
let alarm = 0;
// What the browser calls the frame that waited here last.
let woken = 0;

/** Lets the window be drawn again, and so many times more: something has happened. */
export const wake = (more = AFTERWARDS) => {
  following = Math.max(following, more);
  if (!waiting) return;
  clearTimeout(alarm);
  woken = ask(waiting);
  waiting = null;
};

/** The window was drawn, and wants nothing for so many milliseconds. */
export const rests = (ms) => { rest = ms; };

// Closures of the program have this; whoever else asks for a frame has it at once.
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

// All that the library listens to. It hears of each after this.
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

// A finger is heard of twice, as a pointer and as a touch, and the library draws for each.
// That it was put down it need hear only once; that it was lifted it must hear at once, as
// a pointer, since some browsers let a page copy or share only then.
addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch" && event.target === canvas) event.stopImmediatePropagation();
}, { capture: true });
