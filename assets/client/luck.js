// The report of a battle that is over: the result, and the luck of the dice.

import { ask } from "./connection.js";
import { canRematch, rematch } from "./rematch.js";
import { showSheet } from "./sheet.js";
import { now, sideTitle, unitOf } from "./table.js";
import { nameOfUnit } from "./fleets.js";
import { button, capital, make, signed, tell, whyNot } from "./words.js";

/** A chance in words, the same as in the window (`analysis/chance.rs`). */
const likelihood = (chance) => {
  if (Math.round(chance * 100) >= 10) return `${Math.round(chance * 100)}%`;
  if (chance <= 1e-9) return "less than 1 in a billion";
  return `1 in ${Number((1 / chance).toPrecision(2)).toLocaleString("en-GB").replaceAll(",", " ")}`;
};
/** Words for the luck that a number of standard deviations means, the best first. */
const FATES = [[2, "very lucky"], [1, "lucky"], [-1, "average"], [-2, "unlucky"], [-Infinity, "very unlucky"]];
const fateOf = (luck) => FATES.find(([least]) => (least < 0 ? luck > least : luck >= least))[1];

const inWords = ({ throws, above, this_good: good, this_bad: bad }) => {
  const luck = throws ? above / Math.sqrt(throws) : 0;
  const chance = luck < 0 ? bad : good;
  if (chance === null) return "no rolls yet";
  const rolls = `${throws} roll${throws === 1 ? "" : "s"}`;
  const which = luck < 0 ? "this bad or worse" : "this good or better";
  return `${signed(Number(luck.toFixed(1)))} in ${rolls}: ${fateOf(luck)} (${which}: ${likelihood(chance)})`;
};

/** The frequency of each face of a die, as columns. */
const facesOf = ([die, counts]) => {
  const most = Math.max(1, ...counts);
  const columns = counts.map((count, at) => {
    const column = make("span", [make("b", String(count)), make("i"), make("small", String(at + 1))]);
    column.children[1].style.height = `${(2.2 * count) / most}rem`;
    return column;
  });
  const said = counts.map((count, at) => `${at + 1}: ${count}`).join(", ");
  const drawn = make("div", columns, { className: "falls", role: "img", ariaLabel: `How often each face of a d${die} was rolled: ${said}` });
  return make("div", [make("small", `d${die}`), drawn]);
};

const sideOf = (fortune, side) => make("section", [
  make("h3", sideTitle(side)), make("p", inWords(fortune)), ...Object.entries(fortune.faces).map(facesOf),
]);

const luckOf = ({ sides, units }) => [
  make("p", "The figures show how far each side rolled above (+) or below (−) average, in standard deviations, and how often such luck occurs. Beyond 2 either way is rare.", { className: "rule" }),
  sideOf(sides[0], "A"), sideOf(sides[1], "B"),
  ...(Object.keys(units).length ? [make("h3", "Unit by unit"), make("ul", Object.entries(units).map(([tag, fortune]) =>
    make("li", `${unitOf(tag) ? nameOfUnit(unitOf(tag)) : tag}: ${inWords(fortune)}`)))] : []),
];

/** Whether the app's dice were those of the seed. */
const seedOf = ({ seed, proved }) => {
  if (seed === null || seed === undefined) return [make("p", "The seed of the app’s dice is shown once the battle is over.", { className: "rule" })];
  const { thrown, others } = proved ?? { thrown: 0, others: [] };
  const orders = `${thrown} order${thrown === 1 ? "" : "s"}`;
  let match = `All dice rolled by the app (${orders}) match the seed.`;
  if (thrown === 0) match = "The app rolled no dice.";
  else if (others.length) match = `${orders} used the app’s dice. These do not match the seed: ${others.map((at) => at + 1).join(", ")}. They were edited, or the file was changed.`;
  return [make("h3", "The app’s dice"), make("p", `The seed was ${seed}. ${match}`)];
};

export const openLuck = async () => {
  const answer = await ask({ tell: "luck" });
  const told = answer.ok?.told.luck;
  showSheet("Luck of the dice", ...(told ? [...luckOf(told.luck), ...seedOf(told)] : [make("p", whyNot(answer))]));
};

const pointOf = ({ when, story, chance }) => make("li", `${tell(when)}: ${tell(story)} (${likelihood(chance)})`);

/** The buttons for a rematch of the same fleets, with the same or exchanged sides. */
const rematches = async () => {
  if (!await canRematch()) return [];
  const why = make("p", "", { className: "bad" });
  why.setAttribute("role", "alert");
  const again = (words, isExchanged) => button(words, async () => { why.textContent = await rematch(isExchanged); });
  const exchanged = now.view.seat === "both" ? [] : [again("Rematch, sides exchanged", true)];
  return [
    make("h3", "Play again"), make("p", "To join the new table, the other player taps the same button.", { className: "rule" }),
    make("nav", [again("Rematch, same sides", false), ...exchanged], { ariaLabel: "Play again" }), why,
  ];
};

/** The report: the result, the turning points and the luck. */
export const openEnd = async () => {
  const answer = await ask({ tell: "report" });
  const [report, again] = [answer.ok?.told.report, await rematches()];
  if (!report) return showSheet("The battle", make("p", whyNot(answer)));
  return showSheet(capital(tell(report.title)),
    make("p", [make("strong", tell(report.verdict))]), ...report.aims.map((aim) => make("p", tell(aim))),
    ...report.forces.map(({ side, units, losses }) => make("p", `${sideTitle(side)}: ${losses.length} of ${units} lost`)),
    ...(report.turning_points.length ? [make("h3", "Turning points"), make("ul", report.turning_points.map(pointOf))] : []),
    make("h3", "Luck of the dice"), ...["A", "B"].map((side, at) => make("p", `${sideTitle(side)}: ${inWords(report.luck.sides[at])}`)),
    button("Show more about the dice", openLuck), ...again);
};
