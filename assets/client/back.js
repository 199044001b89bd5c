// The way back: what is open is closed by the device’s back button, the last thing first.

/** So long a thing may stay closed before another one takes its place, in milliseconds. */
const SOON = 100;

let open = [];
/** Whether an entry of the browser’s history stands for what is open. */
let isMarked = false;
let leaves = false;

/** Notes that something was opened, and how it is closed. */
export const opened = (name, close) => {
  open = [...open.filter((one) => one.name !== name), { name, close }];
  if (isMarked) return;
  history.pushState({ open: true }, "");
  isMarked = true;
};

/** Notes that it was closed otherwise. */
export const closed = (name) => {
  const before = open.length;
  open = open.filter((one) => one.name !== name);
  if (!open.length && before) setTimeout(settle, SOON);
};
/** What is opened in place of what was closed uses the same entry. */
const settle = () => {
  if (open.length || !isMarked) return;
  isMarked = false;
  leaves = true;
  history.back();
};

addEventListener("popstate", () => {
  if (leaves) {
    leaves = false;
    return;
  }
  isMarked = false;
  const last = open.pop();
  last?.close();
  if (open.length && !isMarked) {
    history.pushState({ open: true }, "");
    isMarked = true;
  }
});
