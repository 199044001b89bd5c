// The page on a large screen that all look at: it watches, and says how others come in.

import { qr } from "./invite.js";
import { kept } from "./line.js";
import { $, isScreen, longCode, make } from "./words.js";

/** A code that is said aloud; the one of a link is read by a camera alone. */
const isSpoken = (code) => code.length < 20;

let shown = "";
/** Shows how others come in: the address, the code, and both for a camera. */
export const showInvitation = () => {
  if (!isScreen) return;
  const code = kept.code ?? longCode;
  const address = `${location.origin}/#${kept.table ?? ""}`;
  const link = code && !isSpoken(code) ? `${address}.${code}` : address;
  if (shown === link + code) return;
  shown = link + code;
  const where = $("invitation");
  where.hidden = false;
  where.replaceChildren(make("p", [make("strong", "Join: "), isSpoken(code) ? address : location.origin]),
    ...(isSpoken(code) ? [make("p", `Code: ${code}`, { className: "code" })] : []));
  qr(link).then((drawn) => { if (drawn && shown === link + code) where.prepend(drawn); });
};

/** The form that asks a screen for a code alone. */
export const asksForCode = () => {
  document.body.classList.add("screen");
  const { name, seat } = $("join").elements;
  name.value = "Big screen";
  seat.value = "onlooker";
  for (const one of $("join").querySelectorAll("fieldset, .rule")) one.hidden = true;
  name.closest("label").hidden = true;
  $("join").querySelector("button").textContent = "Show the table";
  $("join-title").textContent = "Show a table on this screen";
};
