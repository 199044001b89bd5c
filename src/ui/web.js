// Services of the web page for the window (`ui/web.rs`): its address and history, the
// edges of the screen, files, and a screen that stays on in a battle.

// The Android app, if the page runs in its web view (packaging/android).
const app = globalThis.trierarchApp;

export const address = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    // It is not encoded.
    return location.hash.slice(1);
  }
};

// The address of the page; empty in the Android app, since other devices cannot open it.
export const page = () => (app ? "" : location.origin + location.pathname);

// The last address shown; null before the first frame. Each open layer of a screen has its
// own entry in the browser's history, so *back* closes it.
let shown = null;
let layers = 0;
let wanted = null;
// While the page itself goes back in the history, it adds no entry.
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
    // The address that opened the page gets no entry of its own.
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
      // Layers that were open before a reload are skipped.
      history.back();
    } else {
      [shown, layers] = [now, layer];
      stayAwake();
      heard(now);
    }
  });
};

// The parts of the screen at its edges that the device needs: a notch, a bar to swipe on.
// The padding of a hidden element has their sizes, so a change of its size shows theirs.
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
  // After the device is turned, that element may have the same size as before.
  addEventListener("resize", look);
};

const TYPES = { pdf: "application/pdf", md: "text/markdown", json: "application/json" };
// The time for a browser to read a download.
const READ_MS = 60_000;

// The Android app saves, shares or prints a file. Its event `handed` has the number of the
// request and the result.
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

// Gives a file to the player: a phone shares it with another app; if it cannot, and on other
// devices, the browser downloads it. Returns whether the file was shared or downloaded.
export const handOver = async (name, content) => {
  const type = TYPES[name.split(".").at(-1)] ?? "application/octet-stream";
  const file = new File([content], name, { type });
  if (app) return giveToApp(name, file);
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return true;
    } catch (error) {
      // The player cancelled. After any other error the file is downloaded.
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

// Whether the screen can stay on during a battle. The browser ends this when the page is
// hidden.
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
