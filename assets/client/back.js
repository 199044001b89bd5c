// The back button: it closes the dialog or form that was opened last.

/** Within this time a newly opened dialog takes the history entry of the closed one, in milliseconds. */
const SOON = 100;

let open = [];
/** Whether the page itself is going back in the history, which takes a while. */
let goesBack = false;

/** Adds an entry to the browser’s history for an open dialog. While the page itself goes back, it
 * waits: an entry that is added meanwhile would be lost. */
const mark = () => {
  if (!goesBack && !history.state?.open) history.pushState({ open: true }, "");
};

/** Notes that a dialog was opened, and how to close it. */
export const opened = (name, close) => {
  open = [...open.filter((one) => one.name !== name), { name, close }];
  mark();
};

/** Notes that it was closed without the back button. */
export const closed = (name) => {
  const before = open.length;
  open = open.filter((one) => one.name !== name);
  if (!open.length && before) setTimeout(settle, SOON);
};
/** A dialog that replaces a closed one uses the same history entry. */
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
