// The battle’s own terms: the score, the victory conditions and the special orders.

import { now, sideTitle } from "./table.js";
import { $, capital, make, place, tell } from "./words.js";

const conditionOf = ({ side, takes }) => make("li", side ? `${sideTitle(side)}: ${tell(takes)}` : capital(tell(takes)));
const specialOf = ({ side, says, in_force: inForce }) =>
  make("li", `${sideTitle(side)}: ${tell(says)}${inForce ? "" : " (no longer in force)"}`, { className: inForce ? "" : "over" });

let wasUntouched = false;
export const showTerms = () => {
  const { score, aims, special_orders: special = [] } = now.view;
  $("score").textContent = tell(score);
  const more = [
    ...(aims.length ? [make("h3", "Victory conditions"), make("ul", aims.map(conditionOf))] : []),
    ...(special.length ? [make("h3", "Special orders"), make("ul", special.map(specialOf))] : []),
  ];
  // Before the first order, a wide screen has room for all of it.
  const isUntouched = now.view.cursor === 0 && innerWidth >= 600;
  const open = isUntouched === wasUntouched ? $("terms").querySelector("details")?.open ?? isUntouched : isUntouched;
  wasUntouched = isUntouched;
  place($("terms"), more.length ? [make("details", [make("summary", tell(score)), ...more], { open })] : [make("p", tell(score))]);
};
