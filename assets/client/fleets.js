// The units: a strip of own ships and a strip of enemies to tap, and each side as a list.

import { explained, row, within } from "./cards.js";
import { firstSide, hasZones, holderName, isCovered, isOut, isPlayer, mayCommand, now, otherSide, sideTitle, sideView } from "./table.js";
import { latin } from "./latin.js";
import { openOrders } from "./orders.js";
import { showUnit } from "./record.js";
import { tapUnit } from "./play.js";
import { $, button, capital, drawn, make, place, tell } from "./words.js";

/** Strips with more units have no pictures: on a phone, and on any screen. */
const [SOME, MANY] = [6, 12];

/** A galley from the side, and a shield, in a view box of 48 by 48. */
const GALLEY = "M5 26h31c3 0 5-2 6-7l2 1c0 7-3 11-9 12H11c-3 0-4-2-6-6zM9 23V13l12 10zM14 32l-3 5M20 32l-3 5M26 32l-3 5M32 32l-3 5";
const SHIELD = "M15 10h18v17c0 6-4 9-9 12-5-3-9-6-9-12zM24 14v20M19 23h10";
const ON_FOOT = ["heavy-infantry", "heavy-cavalry", "light-infantry"];

/** The share of a unit’s first count that is left. */
const shareOf = ({ gauges: [first], standing }) => {
  if (typeof standing === "object") return 0;
  return first?.full ? Math.min(1, first.value / first.full) : 1;
};

/** A unit’s picture in a ring that shows its first count. */
const picture = ({ drawing, gauges, standing }) => {
  const share = shareOf({ gauges, standing });
  const length = 2 * Math.PI * 22;
  return drawn("svg", { viewBox: "0 0 48 48", "aria-hidden": "true" }, [
    drawn("circle", { cx: 24, cy: 24, r: 22, class: "ground" }),
    drawn("circle", {
      cx: 24, cy: 24, r: 22, class: "gauge", transform: "rotate(-90 24 24)",
      "stroke-dasharray": `${share * length} ${length}`,
    }),
    drawn("path", { d: ON_FOOT.includes(drawing) ? SHIELD : GALLEY, class: "figure" }),
  ]);
};

const stateOf = (card) => {
  if (isOut(card)) return tell(card.standing.out);
  return { done: "done", active: "acting" }[card.standing] ?? "";
};

const token = (many) => (card) => {
  const state = stateOf(card);
  const name = [`${card.tag} ${card.name}`, state].filter(Boolean).join(", ");
  const made = button("", () => tapUnit(card.tag), `token side-${card.holder}`);
  made.ariaLabel = latin(name);
  made.style.setProperty("--share", shareOf(card));
  made.append(...(many ? [] : [picture(card)]), make("span", `${card.tag}${card.standing === "done" ? " ✓" : ""}`));
  made.classList.toggle("out", isOut(card));
  made.classList.toggle("done", card.standing === "done");
  made.ariaPressed = String(card.tag === now.actor || card.tag === now.target);
  return made;
};

/** A unit as a small card in a line: its tag, counts and status. */
export const piece = (card) => {
  const made = token(false)(card);
  const counts = card.gauges.map((gauge) => make("small", [make("span", `${capital(tell(gauge.label))} `), number(gauge)]));
  const marks = card.marks.filter(({ of }) => of !== "zone").map(({ label }) => tell(label));
  made.classList.add("piece");
  // The visible text is the whole accessible name.
  made.removeAttribute("aria-label");
  const places = card.marks.filter(({ of }) => of === "zone").map(({ label }) => label);
  const more = [card.name, ...[card.kind, ...places, ...card.todo].map(tell), stateOf(card)].filter(Boolean).join(" · ");
  made.append(" ", make("span", more, { className: "unseen" }), ...counts.flatMap((one) => [" ", one]),
    ...(marks.length ? [" ", make("small", marks.join(", "))] : []));
  return made;
};

const showStrip = (where, side) => {
  const units = now.view.cards.filter(({ holder }) => holder === side);
  where.classList.toggle("many", units.length > MANY);
  where.classList.toggle("some", units.length > SOME);
  where.ariaLabel = sideTitle(side);
  place(where, units.map(token(units.length > MANY)));
};

/** Whether the turn card has an order that needs a target. */
const wantsTarget = () => Boolean(now.target) || (now.card?.steps ?? []).some((step) => step.needs_target) || (now.card?.targets ?? []).length > 0;

/** A count, with its maximum if it has one: `250/270`. */
const number = ({ value, full, look }) => (look === "bar" || look === "pips" ? `${value}/${full}` : String(value));

/** A unit’s status, in short. */
export const factsOf = (card) => {
  const [state, out] = [stateOf(card), isOut(card)];
  const all = [tell(card.kind), ...(out ? [] : card.gauges.map((gauge) => `${capital(tell(gauge.label))} ${number(gauge)}`))];
  all.push(...card.marks.map((mark) => make("span", tell(mark.label), { className: mark.tone })));
  all.push(...card.todo.map((what) => make("em", tell(what))));
  if (state) all.push(make("span", state, { className: out ? "bad" : "" }));
  return all.flatMap((fact, at) => (at ? [" · ", fact] : [" ", fact]));
};
/** The words on a unit’s card. */
export const aboutOf = ({ kind, gauges, marks, todo }) =>
  [kind, ...gauges.map((gauge) => gauge.label), ...marks.map((mark) => mark.label), ...todo];

export const nameOfUnit = ({ tag, name }) => `${tag} ${name}`;

/** A unit’s name and status; for an enemy with explanations of the terms. */
export const unitHead = (tag) => {
  const card = now.view.cards.find((one) => one.tag === tag);
  return [make("strong", `${card.tag} ${card.name}`), make("br"), make("small", factsOf(card))];
};

/** From this width on the lists are beside the table, and units are shown only there. */
const WIDE = matchMedia("(min-width: 1200px)");
/** On these screens the lists and all zones are visible at once. */
const BESIDE_ZONES = matchMedia("(min-width: 900px), (min-width: 600px) and (min-height: 50rem)");
for (const screen of [WIDE, BESIDE_ZONES]) screen.addEventListener("change", () => { if (now.view && !isCovered()) showFleets(); });

const listed = (card) => {
  const name = nameOfUnit(card);
  const isOwn = mayCommand(card.holder);
  const isTapped = WIDE.matches && isPlayer() && !hasZones();
  const tapped = isTapped ? () => tapUnit(card.tag) : isOwn ? () => openOrders(name, { unit: card.tag }, ...aboutOf(card)) : null;
  const made = tapped ? button("", tapped, "card") : make("div", "", { className: "card" });
  if (isTapped) made.ariaPressed = String(card.tag === now.actor || card.tag === now.target);
  const record = button("", () => showUnit(card.tag), "mark leaf");
  record.ariaLabel = latin(`Record of ${name}`);
  made.append(picture(card), make("span", unitHead(card.tag)));
  made.classList.add(`side-${card.holder}`);
  made.classList.toggle("out", isOut(card));
  made.classList.toggle("active", card.standing === "active");
  return make("div", [made, record], { className: "marked" });
};

const showSide = (where, side) => {
  const { marks = [] } = sideView(side);
  const player = holderName(side);
  const head = [make("h2", `${sideTitle(side)}${player ? ` · ${player}` : ""}`)];
  // Where the zones are shown, officers and hand cards are beside them.
  const told = marks.filter(({ station, hand }) => !BESIDE_ZONES.matches || !(station || hand)).map(({ label }) => explained(capital(tell(label)), within(label)[0]));
  if (told.length) head.push(row(`Facts about ${sideTitle(side)}`, told));
  if (mayCommand(side)) head.push(button("Show side orders", () => openOrders(sideTitle(side), { side })));
  where.dataset.side = side;
  place(where, [...head, ...now.view.cards.filter((card) => card.holder === side).map(listed)]);
};

export const showFleets = () => {
  const own = firstSide();
  showStrip($("own-strip"), own);
  showStrip($("other-strip"), otherSide(own));
  // Enemies are shown when the order needs a target, and to seats that command no side or both. Units
  // in zones are shown there instead.
  const seesBoth = now.view.seat === "both" || !isPlayer();
  $("own-strip").hidden = hasZones();
  $("other-strip").hidden = hasZones() || (!seesBoth && !wantsTarget());
  showSide($("pane-own"), own);
  showSide($("pane-other"), otherSide(own));
};
