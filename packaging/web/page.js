// Starts Trierarch on the page's canvas. If it cannot start, a sentence says why.

const canvas = document.getElementById("trierarch");
const notice = document.getElementById("notice");
const words = document.getElementById("words");
const press = document.getElementById("press");
const update = document.getElementById("update");
// The Android app, if the page runs in its web view (packaging/android).
const app = globalThis.trierarchApp;

// Covers the page with a sentence, and with a button if the player can do something.
let isCovered = false;
const say = (text, label = "", pressed = () => {}) => {
  isCovered = true;
  words.textContent = text;
  press.textContent = label;
  press.hidden = label === "";
  press.onclick = pressed;
  notice.setAttribute("role", "alert");
  notice.hidden = false;
};

const hasWebGL = () => {
  const probe = document.createElement("canvas");
  return Boolean(probe.getContext("webgl2") || probe.getContext("webgl"));
};

const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn));

const reload = () => location.reload();

// A panic in the app arrives here as an error, and is shown.
let running = false;
const stopped = (event) => {
  if (!running) return;
  running = false;
  const why = event.message ?? event.reason?.message ?? event.reason;
  say(`Trierarch stopped: ${why}. Every order whose result you saw is saved.`, "Reload", reload);
};
addEventListener("error", stopped);
addEventListener("unhandledrejection", stopped);

// One tab has the battles. When another tab takes them, this one is covered by a notice. Over plain
// HTTP from another machine there are no locks; then the number of rows of a battle keeps two tabs
// apart.
const LOCK = "trierarch";

const onTaken = () => {
  running = false;
  say("Trierarch is now open in another tab.", "Use it here", reload);
};

// A reloaded page may start before the old one has released the lock, so that a notice of another
// tab comes only after this time.
const HURRY_MS = 1000;

// Settles when this tab has the battles: at once, when another tab releases them, or when the player
// takes them from it.
const haveBattles = () => new Promise((has) => {
  if (!navigator.locks) {
    has();
    return;
  }
  let mine = false;
  const holds = () => {
    mine = true;
    has();
    // The lock is held as long as the page exists.
    return new Promise(() => {});
  };
  const waiting = new AbortController();
  // An aborted request fails too, but nothing was taken.
  const onLost = () => { if (!waiting.signal.aborted) onTaken(); };
  navigator.locks.request(LOCK, { signal: waiting.signal }, holds).catch(onLost);
  setTimeout(() => {
    if (mine) return;
    say("Trierarch is open in another tab of this browser.", "Use it here", () => {
      waiting.abort();
      navigator.locks.request(LOCK, { steal: true }, holds).catch(onTaken);
    });
  }, HURRY_MS);
});

// Stores the page for use without a network. A newer version is offered, and waits.
const keepOffline = async () => {
  const registration = await navigator.serviceWorker.register("worker.js");
  const offer = (worker) => {
    update.hidden = false;
    update.querySelector("button").onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
      worker.postMessage("take over");
    };
  };
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
    });
  });
};

// A file that the player opened with the Android app is handled like a dropped file.
const takeOpened = async () => {
  const name = app.opened();
  if (name === "") return;
  try {
    const answer = await fetch("opened");
    if (!answer.ok) throw new Error(answer.statusText);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await answer.blob()], name));
    canvas.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  } catch {
    app.unread(name);
  }
};

const run = async () => {
  if (typeof WebAssembly !== "object") {
    say("Trierarch needs WebAssembly, which this browser lacks or has switched off.");
    return;
  }
  if (!hasWebGL()) {
    say("Trierarch draws with WebGL, which this browser lacks or has switched off. "
      + "Switching on hardware acceleration in its settings often helps.");
    return;
  }
  try {
    const loaded = import("./trierarch.js");
    // A failure is shown later, after the wait for another tab.
    loaded.catch(() => {});
    await haveBattles();
    isCovered = false;
    press.hidden = true;
    notice.setAttribute("role", "status");
    words.textContent = "Loading Trierarch…";
    const trierarch = await loaded;
    await trierarch.default();
    running = true;
    await trierarch.start();
    // Typing on the canvas goes to a hidden field.
    canvas.parentNode.querySelector(":scope > input")?.setAttribute("aria-label", "Typing");
    // The first frame is on the canvas when the next one begins.
    await nextFrame();
    await nextFrame();
    performance.mark("first-frame");
    if (!isCovered) notice.hidden = true;
  } catch (error) {
    running = false;
    say(`Trierarch could not start: ${error.message ?? error}`, "Try again", reload);
    return;
  }
  if (app) {
    addEventListener("opened", takeOpened);
    await takeOpened();
    return;
  }
  // Without one the page needs the network: that is no reason to stop.
  if (navigator.serviceWorker) keepOffline().catch(() => {});
};

await run();
