// The page for a big screen (`/watch`): the table as a spectator sees it, and how to join.

import { qr } from "./invite.js";
import { stored } from "./connection.js";
import { $, isScreen, longCode, make } from "./words.js";

/** A code that players can say aloud; the code in a link is for cameras only. */
const isSpoken = (code) => code.length < 20;

let shown = "";
/** Shows how to join: the address, the code, and both as a QR code. */
export const showInvitation = () => {
  if (!isScreen) return;
  const code = stored.code ?? longCode;
  const address = `${location.origin}/#${stored.table ?? ""}`;
  const link = code && !isSpoken(code) ? `${address}.${code}` : address;
  if (shown === link + code) return;
  shown = link + code;
  const where = $("invitation");
  where.hidden = false;
  where.replaceChildren(make("p", [make("strong", "Join: "), isSpoken(code) ? address : location.origin]),
    ...(isSpoken(code) ? [make("p", `Code: ${code}`, { className: "code" })] : []));
  qr(link).then((drawn) => { if (drawn && shown === link + code) where.prepend(drawn); });
};

/** The form for a big screen, which asks only for a code. */
export const showCodeForm = () => {
  document.body.classList.add("screen");
  const { name, seat } = $("join").elements;
  name.value = "Big screen";
  seat.value = "onlooker";
  for (const one of $("join").querySelectorAll("fieldset, .rule")) one.hidden = true;
  name.closest("label").hidden = true;
  $("join").querySelector("button").textContent = "Show the table";
  $("join-title").textContent = "Show a table on this screen";
};
