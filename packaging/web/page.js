// Starts Trierarch on the page's canvas, and says in a sentence why it cannot.

const canvas = document.getElementById("trierarch");
const notice = document.getElementById("notice");
const words = document.getElementById("words");
const press = document.getElementById("press");
const update = document.getElementById("update");
// The app that has the page in a window of its own (packaging/android); a browser
// has none.
const app = globalThis.trierarchApp;

// Whoever has come from a host's light page can go back to it.
const [, table] = /^#room\/(.+)$/.exec(location.hash) ?? [];
const lightPage = table && `../#${table}/light`;
const back = document.getElementById("light");
back.hidden = !lightPage;
if (lightPage) back.href = lightPage;

// Covers the page with a sentence, and a button where there is a way on.
let told = false;
const say = (text, label = "", pressed = () => {}) => {
  told = true;
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

// A panic in the app arrives here as an error: nothing stops in silence.
let running = false;
const stopped = (event) => {
  if (!running) return;
  running = false;
  const why = event.message ?? event.reason?.message ?? event.reason;
  say(`Trierarch stopped: ${why}. Every order that was shown is kept.`, "Reload", reload);
};
addEventListener("error", stopped);
addEventListener("unhandledrejection", stopped);

// One tab has the battles. Whoever takes them from it leaves it with a notice,
// under which nothing can be done; without locks (a page over plain http from
// another machine) a battle's count of rows keeps two tabs apart.
const LOCK = "trierarch";

const taken = () => {
  running = false;
  say("Trierarch goes on in another tab.", "Go on here", reload);
};

// A page that is loaded anew may come before the old one has let go; nobody
// needs to hear of another tab that soon.
const HURRY_MS = 1000;

// Settles when the battles are this tab's: at once, when another tab lets go of
// them, or when the player takes them from it.
const haveBattles = () => new Promise((has) => {
  if (!navigator.locks) {
    has();
    return;
  }
  let mine = false;
  const holds = () => {
    mine = true;
    has();
    // As long as the page is there.
    return new Promise(() => {});
  };
  const waiting = new AbortController();
  // A request that is given up fails too, and takes nothing from anybody.
  const lost = () => { if (!waiting.signal.aborted) taken(); };
  navigator.locks.request(LOCK, { signal: waiting.signal }, holds).catch(lost);
  setTimeout(() => {
    if (mine) return;
    say("Trierarch is open in another tab of this browser.", "Go on here", () => {
      waiting.abort();
      navigator.locks.request(LOCK, { steal: true }, holds).catch(taken);
    });
  }, HURRY_MS);
});

// Kept for when there is no network; a newer version says so, and waits.
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

// A file that another app opened with ours is as if it had been dropped here.
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
    // Who waits for the other tab hears of a failure later.
    loaded.catch(() => {});
    await haveBattles();
    told = false;
    press.hidden = true;
    notice.setAttribute("role", "status");
    words.textContent = "Manning the oars…";
    const trierarch = await loaded;
    await trierarch.default();
    running = true;
    await trierarch.start();
    // What is typed on the canvas arrives in a field that nobody sees.
    canvas.parentNode.querySelector(":scope > input")?.setAttribute("aria-label", "Typing");
    // The first frame lies on the canvas when the one after it begins.
    await nextFrame();
    await nextFrame();
    performance.mark("first-frame");
    if (!told) notice.hidden = true;
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
