// The battle’s own terms: the score, the victory conditions and the special orders.

import { now, sideTitle } from "./table.js";
import { $, capital, make, place, tell } from "./words.js";

const conditionOf = ({ side, takes }) => make("li", side ? `${sideTitle(side)}: ${tell(takes)}` : capital(tell(takes)));
const specialOf = ({ side, says, in_force: inForce }) =>
  make("li", `${sideTitle(side)}: ${tell(says)}${inForce ? "" : " (not in force now)"}`, { className: inForce ? "" : "over" });

/** The victory conditions and the special orders, each under a heading of this level. */
const lists = (heading) => {
  const { aims, special_orders: special = [] } = now.view;
  return [
    ...(aims.length ? [make(heading, "Victory conditions"), make("ul", aims.map(conditionOf))] : []),
    ...(special.length ? [make(heading, "Special orders"), make("ul", special.map(specialOf))] : []),
  ];
};

export const showTerms = () => {
  const score = tell(now.view.score);
  $("score").textContent = score;
  const more = lists("h3");
  const open = $("terms").querySelector("details")?.open ?? false;
  place($("terms"), more.length ? [make("details", [make("summary", score), ...more], { open })] : [make("p", score)]);
  // Before the first order there is room for them on the table too.
  place($("briefing"), now.view.cursor === 0 ? lists("h2") : []);
};
