// The sheet: a dialog over the page, for lists of orders, confirmations, and explanations.

import { closed, opened } from "./back.js";
import { closeCards } from "./cards.js";
import { moveAnnouncer } from "./announcer.js";
import { $, button, make } from "./words.js";

const sheet = $("sheet");

export const closeSheet = () => {
  if (sheet.open) closeCards();
  // The content of a closed sheet is removed from the page.
  $("sheet-body").replaceChildren();
  sheet.close();
  moveAnnouncer(document.body);
  closed("sheet");
};
$("sheet-close").addEventListener("click", closeSheet);
sheet.addEventListener("cancel", closeSheet);

export const showSheet = (title, ...children) => {
  $("sheet-close").textContent = "Close";
  const heading = make("h2", title, { id: "sheet-title", tabIndex: -1 });
  $("sheet-body").replaceChildren(heading, ...children);
  if (!sheet.open) sheet.showModal();
  opened("sheet", closeSheet);
  moveAnnouncer(sheet);
  heading.focus();
};

/** Asks for confirmation before a change that cannot be undone. */
export const confirm = (title, why, [yes, act]) => {
  const sure = button(yes, () => {
    closeSheet();
    act();
  }, "main");
  showSheet(title, make("p", why), sure);
  $("sheet-close").textContent = "Cancel";
};
