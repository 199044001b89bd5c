// Zones: an army has five, each of two columns opposite the enemy's. A small screen shows one zone
// at a time, a larger screen all of them.

import { piece } from "./fleets.js";
import { firstSide, hasZones, isOut, now, otherSide, sideView, stationOf, unitOf } from "./table.js";
import { $, button, capital, make, place, tell } from "./words.js";

/** The columns of a zone, from the player's left. */
const COLUMNS = [1, 2];

/** The rank of the zone that the player looks at, and the unit whose zone was shown last. */
let [shown, followed] = [0, null];

const inPlay = (side) => now.view.cards.filter((card) => card.holder === side && !isOut(card));
const isReserve = ({ marks }) => marks.some(({ of }) => of === "reserve");
const inZone = (side, rank) => inPlay(side).filter((card) => stationOf(card)?.rank === rank);
/** The units in a column, from the front to the reserve. */
const inColumn = (side, rank, column) => inZone(side, rank)
  .filter((card) => stationOf(card).column === column)
  .sort((one, other) => Number(isReserve(one)) - Number(isReserve(other)));
/** The officers of a side that are not with a unit. */
const officers = (side) => (sideView(side).marks ?? []).flatMap(({ station }) => station ?? []);

/** The ranks of the zones from the player's left to right. The rank of the enemy’s zone opposite has
 * the other sign. */
const ranks = () => {
  const most = Math.max(0, ...now.view.cards.map((card) => Math.abs(stationOf(card)?.rank ?? 0)));
  return Array.from({ length: 2 * most + 1 }, (_, at) => at - most);
};
/** The name of a zone: each side counts its zones from its own left. */
const nameOf = (rank) => {
  const all = [...now.view.cards.map(stationOf), ...officers("A"), ...officers("B")];
  const station = all.find((one) => one?.rank === rank);
  return station ? capital(tell(station.zone)) : "Zone";
};

/** The zone on a small screen: the one that was tapped, or that of the unit on the card. */
const shownZone = () => {
  if (now.actor !== followed) {
    followed = now.actor;
    const card = followed ? unitOf(followed) : null;
    const station = card && stationOf(card);
    if (station) shown = card.holder === firstSide() ? station.rank : -station.rank;
  }
  return shown;
};

const showZone = (rank) => {
  shown = rank;
  showZones();
};

/** The number of units of each side in a zone, and whether the player's own have moved. */
const tabOf = (own, rank, isShown) => {
  const [ours, theirs] = [inZone(own, rank), inZone(otherSide(own), -rank)];
  const isDone = ours.length > 0 && ours.every(({ standing }) => standing === "done");
  const made = button("", () => showZone(rank), "zone-tab");
  made.append(make("span", `${nameOf(rank)}${isDone ? " ✓" : ""}`), " ", make("small", `${ours.length} : ${theirs.length}`));
  made.ariaPressed = String(isShown);
  return made;
};

const lineOf = (side, rank, columns) => {
  const made = columns.map((column) => {
    const pieces = inColumn(side, rank, column).map(piece);
    // The enemy’s front is below.
    return make("div", side === firstSide() ? pieces : pieces.reverse(), { className: "column" });
  });
  const here = officers(side).filter((station) => station.rank === rank).map(({ officer }) => capital(tell(officer)));
  return make("section", [
    make("div", made, { className: "columns" }),
    ...(here.length ? [make("p", here.join(", "), { className: "officers" })] : []),
  ], { className: `front side-${side}` });
};

const zoneOf = (own, rank, isShown) => make("section", [
  make("h3", nameOf(rank)),
  // The enemy's columns are counted from the other end.
  lineOf(otherSide(own), -rank, [...COLUMNS].reverse()),
  lineOf(own, rank, COLUMNS),
], { className: isShown ? "zone shown" : "zone", ariaLabel: nameOf(rank) });

/** Draws the zones, instead of the strips, if the game has zones. */
export const showZones = () => {
  $("zones").hidden = !hasZones();
  if (!hasZones()) return;
  const own = firstSide();
  const zone = shownZone();
  place($("zone-tabs"), ranks().map((rank) => tabOf(own, rank, rank === zone)));
  place($("zone-lines"), ranks().map((rank) => zoneOf(own, rank, rank === zone)));
};
