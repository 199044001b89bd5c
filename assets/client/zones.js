// Where armies stand in five zones, each of two columns that face the enemy's. A small screen
// shows one zone at a time, a larger one all five.

import { piece } from "./fleets.js";
import { firstSide, isOut, now, otherSide, unitOf } from "./table.js";
import { $, button, make, place } from "./words.js";

/** The zones from the own left to the own right. */
const ZONES = ["left-wing", "left-battle-line", "center-battle-line", "right-battle-line", "right-wing"];
const NAMES = ["Left wing", "Left", "Centre", "Right", "Right wing"];
/** The columns of a zone, from the own left. */
const COLUMNS = [1, 2];

/** What the player looks at, and the unit whose zone was shown last. */
let [shown, followed] = [null, null];

const recordOf = (side) => now.state.sides[side === "A" ? 0 : 1];
const placeOf = (tag) => now.state.sides.flatMap(({ units }) => units).find((unit) => unit.tag === tag);
/** The units in a column, from the front to the reserve. */
const inColumn = (side, zone, column) => recordOf(side).units
  .filter((unit) => unit.zone === ZONES[zone] && unit.column === column)
  .sort((one, other) => Number(one.reserve) - Number(other.reserve))
  .map(({ tag }) => unitOf(tag)).filter((card) => card && !isOut(card));
/** The enemy's zone opposite. */
const opposite = (zone) => ZONES.length - 1 - zone;

/** The zone that a small screen shows: the one that was tapped, or that of the unit on the card. */
const shownZone = () => {
  const own = firstSide();
  if (now.actor !== followed) {
    followed = now.actor;
    const at = followed ? placeOf(followed) : null;
    const zone = ZONES.indexOf(at?.zone);
    if (zone >= 0) shown = unitOf(followed).holder === own ? zone : opposite(zone);
  }
  return shown ?? ZONES.indexOf("center-battle-line");
};

const looksAt = (zone) => {
  shown = zone;
  showZones();
};

/** How many units of each side stand in a zone, and whether it has moved. */
const tabOf = (own, zone, isShown) => {
  const count = (side, of) => COLUMNS.flatMap((column) => inColumn(side, of, column)).length;
  const [ours, theirs] = [count(own, zone), count(otherSide(own), opposite(zone))];
  const isDone = recordOf(own).zones_done?.includes(ZONES[zone]);
  const made = button("", () => looksAt(zone), "zone-tab");
  made.append(make("span", `${NAMES[zone]}${isDone ? " ✓" : ""}`), " ", make("small", `${ours} : ${theirs}`));
  made.ariaPressed = String(isShown);
  return made;
};

/** The officers of a side who stand in a zone with no unit. */
const officersIn = (side, zone) => {
  const { commander, lieutenants = [] } = recordOf(side);
  const here = (one) => one && one.zone === ZONES[zone] && !one.unit && !one.lost;
  return [...(here(commander) ? [`Commander ${commander.name}`] : []), ...lieutenants.filter(here).map(({ name }) => name)];
};

const lineOf = (side, zone, columns) => {
  const made = columns.map((column) => {
    const pieces = inColumn(side, zone, column).map(piece);
    // The enemy’s front is below.
    return make("div", side === firstSide() ? pieces : pieces.reverse(), { className: "column" });
  });
  const officers = officersIn(side, zone);
  return make("section", [
    make("div", made, { className: "columns" }),
    ...(officers.length ? [make("p", officers.join(", "), { className: "officers" })] : []),
  ], { className: `front side-${side}` });
};

const zoneOf = (own, zone, isShown) => make("section", [
  make("h3", NAMES[zone]),
  // The enemy's columns are counted from the other end.
  lineOf(otherSide(own), opposite(zone), [...COLUMNS].reverse()),
  lineOf(own, zone, COLUMNS),
], { className: isShown ? "zone shown" : "zone", ariaLabel: NAMES[zone] });

/** Draws the zones, in place of the strips, where units stand in some. */
export const showZones = () => {
  const has = Boolean(now.state);
  $("zones").hidden = !has;
  if (!has) return;
  for (const id of ["own-strip", "other-strip"]) $(id).hidden = true;
  const own = firstSide();
  const zone = shownZone();
  place($("zone-tabs"), ZONES.map((_, at) => tabOf(own, at, at === zone)));
  place($("zone-lines"), ZONES.map((_, at) => zoneOf(own, at, at === zone)));
};
