// What the page around the window does for `ui/web.rs`: its address tells where
// the window is, and the screen stays on in a battle.

export const address = () => {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    // Whoever wrote it did not encode it.
    return location.hash.slice(1);
  }
};

export const page = () => location.origin + location.pathname;

// The address as it was shown last; none before the first frame.
let shown = null;

export const show = (now) => {
  if (now === shown) return;
  const url = now === "" ? location.pathname + location.search : `#${encodeURI(now)}`;
  // What the page was opened with is no place to go back to.
  if (shown === null) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  shown = now;
  stayAwake();
};

export const onMove = (heard) => {
  addEventListener("popstate", () => {
    shown = address();
    stayAwake();
    heard(shown);
  });
};

// The screen stays on while there is a battle on it, where the browser lets it;
// the browser takes that back whenever the page is hidden.
let lock = null;

const stayAwake = async () => {
  const wanted = Boolean(shown?.startsWith("battle/")) && document.visibilityState === "visible";
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
