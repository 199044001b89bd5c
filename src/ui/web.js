// What the page around the window does for `ui/web.rs`: its address tells where
// the window is, and the screen stays on in a battle.

// The app that has the page in a window of its own (packaging/android); a browser
// has none.
const app = globalThis.trierarchApp;

export const address = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    // Whoever wrote it did not encode it.
    return location.hash.slice(1);
  }
};

// Empty where nobody else can open it.
export const page = () => (app ? "" : location.origin + location.pathname);

// The address as it was shown last; none before the first frame. Each thing that is open
// there has an entry of its own in the browser's history, so that going back closes it.
let shown = null;
let layers = 0;
let wanted = null;
// While the history goes back by itself, nothing is added to it.
let goes = false;

const enter = (layer, url, first) => {
  if (first) history.replaceState({ layer }, "", url);
  else history.pushState({ layer }, "", url);
};

const goBack = (by) => {
  layers -= by;
  goes = true;
  history.go(-by);
};

const follow = () => {
  const [now, open] = wanted;
  if (goes || (now === shown && open === layers)) return;
  const url = now === "" ? location.pathname + location.search : `#${encodeURI(now)}`;
  if (now !== shown) {
    if (layers > 0) {
      goBack(layers);
      return;
    }
    // What the page was opened with is no place to go back to.
    enter(0, url, shown === null);
    shown = now;
    stayAwake();
  }
  if (layers > open) goBack(layers - open);
  for (; layers < open; layers += 1) enter(layers + 1, url, false);
};

export const show = (now, open) => {
  wanted = [now, open];
  follow();
};

let back = () => {};
export const onBack = (heard) => { back = heard; };

export const onMove = (heard) => {
  addEventListener("popstate", ({ state }) => {
    const [now, layer] = [address(), state?.layer ?? 0];
    if (goes) {
      goes = false;
      follow();
    } else if (now === shown && layer < layers) {
      for (; layers > layer; layers -= 1) back();
    } else if (now === shown && layers === 0) {
      // What was open here before the page was loaded anew is no place either.
      history.back();
    } else {
      [shown, layers] = [now, layer];
      stayAwake();
      heard(now);
    }
  });
};

// The edges that the device has for itself, where the page lies under them: a
// notch, a bar to swipe on. A box that is as wide as they are tells when they
// change.
const SIDES = ["top", "right", "bottom", "left"];
const probe = document.createElement("div");
probe.setAttribute("aria-hidden", "true");
probe.style.cssText = "position: fixed; visibility: hidden; pointer-events: none;"
  + SIDES.map((side) => `padding-${side}: env(safe-area-inset-${side}, 0px);`).join("");
document.body.append(probe);

const measured = () => {
  const style = getComputedStyle(probe);
  return new Float32Array(SIDES.map((side) => parseFloat(style.getPropertyValue(`padding-${side}`)) || 0));
};
let wide = measured();

export const edges = () => wide;

export const onEdges = (heard) => {
  const look = () => {
    const now = measured();
    if (now.every((edge, at) => edge === wide[at])) return;
    wide = now;
    heard();
  };
  new ResizeObserver(look).observe(probe, { box: "border-box" });
  // Turned round, the box may be as large as it was.
  addEventListener("resize", look);
};

const TYPES = { pdf: "application/pdf", md: "text/markdown", json: "application/json" };
// For so long a browser may take to read what comes down.
const READ_MS = 60_000;

// The app lets its player save a file, share or print it; the event says under its
// number what became of it.
let numbers = 0;

const giveToApp = (name, file) => new Promise((resolve, reject) => {
  numbers += 1;
  const number = numbers;
  const heard = ({ detail }) => {
    if (detail.number !== number) return;
    removeEventListener("handed", heard);
    if (detail.why === "") resolve(detail.went);
    else reject(detail.why);
  };
  addEventListener("handed", heard);
  const reader = new FileReader();
  reader.onerror = () => reject(String(reader.error?.message));
  reader.onload = () => app.handOver(number, name, reader.result.split(",")[1]);
  reader.readAsDataURL(file);
});

// A phone hands a file to another app, which can print it, keep it or send it on;
// elsewhere, and where it will not, the file comes down. Whether it went anywhere.
export const handOver = async (name, content) => {
  const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
  const file = new File([content], name, { type });
  if (app) return giveToApp(name, file);
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return true;
    } catch (error) {
      // The player thought better of it; any other way it comes down.
      if (error?.name === "AbortError") return false;
    }
  }
  try {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
  } catch (error) {
    throw String(error?.message ?? error);
  }
  return true;
};

// The screen stays on while there is a battle on it, where the browser lets it;
// the browser takes that back whenever the page is hidden.
export const staysAwake = () => Boolean(app ?? navigator.wakeLock);

let lock = null;

const stayAwake = async () => {
  const wanted = /^(battle|room)\//.test(shown ?? "") && document.visibilityState === "visible";
  if (app) {
    app.keepAwake(wanted);
    return;
  }
  if (wanted === Boolean(lock)) return;
  try {
    if (wanted) {
      lock = await navigator.wakeLock?.request("screen");
      lock?.addEventListener("release", () => { lock = null; });
    } else {
      await lock.release();
    }
  } catch {
    lock = null;
  }
};

document.addEventListener("visibilitychange", stayAwake);
