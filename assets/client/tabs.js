// The tabs of a small screen: the table, each side and the log. A large screen shows all of them.

import { closed, opened } from "./back.js";
import { firstSide, now, otherSide } from "./table.js";
import { $, button, place } from "./words.js";

export const showTab = (tab) => {
  $("table").dataset.tab = tab;
  if (tab === "table") closed("tab");
  else opened("tab", () => showTab("table"));
  for (const one of $("tabs").children) one.ariaCurrent = one.dataset.tab === tab ? "page" : null;
};

export const showTabs = () => {
  $("tabs").hidden = false;
  // The owner’s page is beside the log.
  $("table").dataset.tab ??= now.view.seat === "owner" ? "log" : "table";
  const side = firstSide();
  const isSide = now.view.seat === "A" || now.view.seat === "B";
  const [own, other] = isSide ? ["Own side", "Enemies"] : [`Side ${side}`, `Side ${otherSide(side)}`];
  const all = [["table", "Table"], ["own", own], ["other", other], ["log", "Log"]];
  place($("tabs"), all.map(([tab, words]) => {
    const made = button(words, () => showTab(tab), "tab");
    made.dataset.tab = tab;
    if ($("table").dataset.tab === tab) made.ariaCurrent = "page";
    return made;
  }));
};
export const hideTabs = () => {
  $("tabs").hidden = true;
  $("tabs").replaceChildren();
  if (now.view) closed("tab");
};
