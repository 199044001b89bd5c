// The way back: what is open is closed by the device’s back button, the last thing first.

/** So long a thing may stay closed before another one takes its place, in milliseconds. */
const SOON = 100;

let open = [];
/** Whether the page itself goes back, which takes a while. */
let goesBack = false;

/** Marks in the browser’s history that something is open. A mark that is set while the page goes
 * back would be left behind: it is set afterwards. */
const mark = () => {
  if (!goesBack && !history.state?.open) history.pushState({ open: true }, "");
};

/** Notes that something was opened, and how it is closed. */
export const opened = (name, close) => {
  open = [...open.filter((one) => one.name !== name), { name, close }];
  mark();
};

/** Notes that it was closed otherwise. */
export const closed = (name) => {
  const before = open.length;
  open = open.filter((one) => one.name !== name);
  if (!open.length && before) setTimeout(settle, SOON);
};
/** What is opened in place of what was closed uses the same entry. */
const settle = () => {
  if (open.length || goesBack || !history.state?.open) return;
  goesBack = true;
  history.back();
};

addEventListener("popstate", () => {
  if (goesBack) goesBack = false;
  else open.pop()?.close();
  if (open.length) mark();
});
