// Groups: the units that the player chooses, their speed, and the orders that the session composes
// for them. A group is one change and one undo.

import { dicePad, rollInWords } from "./dice_pad.js";
import { ask, change } from "./connection.js";
import { announce } from "./announcer.js";
import { closeStage, openStage } from "./stage.js";
import { diceOf, isPlayer, now, readSoon, sideOf, unitOf, unitsOfGroup } from "./table.js";
import { $, button, capital, make, place, tell, whyNot } from "./words.js";

export const GROUPS = {
  "only-move": "These only move", "as-before": "The rest as before", "at-speed": "These at one speed",
};

/** The speeds of the first of these units that can set one. */
const speedsOf = async (units) => {
  for (const unit of units) {
    const [before, offers] = await Promise.all([ask({ group: { do: "as-before", units: [unit] } }), ask({ offers: { ship: unit } })]);
    const kind = before.ok?.orders[0]?.kind;
    const fields = offers.ok?.offers.find((offer) => offer.kind === kind)?.fields ?? [];
    const field = fields.find(({ type }) => type === "number" || type === "number-or");
    if (!field) continue;
    const numbers = Array.from({ length: Math.max(0, field.max - field.min + 1) }, (_, at) => ({ value: field.min + at, label: field.min + at }));
    const words = (field.choices ?? []).filter(({ value }) => typeof value !== "number");
    return [...numbers, ...words];
  }
  return [];
};

/** Opens a group with all units that can be in it. */
export const openGroup = async (what) => {
  let units = unitsOfGroup();
  let chosen = units;
  let composed = null;
  let compositions = 0;
  const speeds = what === "at-speed" ? await speedsOf(units) : [];
  let speed = speeds[0]?.value;

  const list = make("div", "", { className: "chips" });
  list.setAttribute("role", "group");
  list.ariaLabel = "Units";
  const pace = make("div", "", { className: "chips" });
  pace.setAttribute("role", "group");
  pace.ariaLabel = "Speed";
  const left = make("div");
  const refusal = make("p", "", { className: "bad" });
  refusal.setAttribute("role", "alert");
  const give = button(GROUPS[what], () => giveGroup([]), "main");
  const rolled = button("I rolled…", () => askDice([]));
  const buttons = make("nav", [button("Back", closeStage), rolled, give], { className: "act", ariaLabel: "This group" });
  const act = make("div", [refusal, buttons]);

  const toggle = (tag) => {
    if (!units.includes(tag)) return false;
    chosen = chosen.includes(tag) ? chosen.filter((one) => one !== tag) : units.filter((one) => one === tag || chosen.includes(one));
    compose();
    return true;
  };
  const showUnits = () => {
    place(list, units.map((tag) => {
      const made = button(`${tag} ${unitOf(tag)?.name ?? ""}`, () => toggle(tag), "chip");
      made.ariaPressed = String(chosen.includes(tag));
      return made;
    }));
    place(pace, speeds.map(({ value, label }) => {
      const made = button(capital(tell(label)), () => {
        speed = value;
        compose();
      }, "chip");
      made.ariaPressed = String(value === speed);
      return made;
    }));
    const cannot = (composed?.cannot ?? []).map(({ unit, why }) => make("li", `${unit}: ${why}`));
    left.replaceChildren(...(cannot.length ? [make("h3", "Left out"), make("ul", cannot, { className: "rule" })] : []));
    const many = composed?.orders.length ?? 0;
    give.textContent = many ? tell(composed.says) : GROUPS[what];
    give.disabled = many === 0;
    rolled.hidden = !many || !composed.throws.length || diceOf(sideOf({ unit: units[0] })) === "app";
  };
  /** Requests the group of the chosen units from the session. */
  const compose = async (isFirst = false) => {
    compositions += 1;
    const mine = compositions;
    give.disabled = true;
    act.ariaBusy = "true";
    const answer = await ask({ group: { do: what, units: chosen, ...(what === "at-speed" ? { speed } : {}) } });
    if (mine !== compositions) return;
    act.ariaBusy = "false";
    composed = answer.ok ?? null;
    refusal.textContent = whyNot(answer);
    // At first all units that can act are chosen; if sides alternate, none.
    if (isFirst && composed && what !== "at-speed") {
      const cannot = composed.cannot.map(({ unit }) => unit);
      units = units.filter((tag) => !cannot.includes(tag));
      const ofBoth = new Set(units.map((tag) => unitOf(tag).holder)).size > 1;
      chosen = ofBoth && what === "only-move" ? [] : units;
      if (!chosen.length) composed = null;
      else if (cannot.length) composed.cannot = [];
    }
    showUnits();
    if (composed?.orders.length) announce(composed.says);
  };

  const giveGroup = async (dice) => {
    if (!composed?.orders.length) return;
    const entered = composed.orders.map((_, order) => {
      const own = dice.filter(({ at }) => at === order).map(({ entry }) => entry);
      return own.length ? own : null;
    });
    act.inert = true;
    act.ariaBusy = "true";
    give.disabled = true;
    const answer = await change({ orders: composed.orders, ...(dice.length ? { dice: entered } : {}) });
    act.inert = false;
    act.ariaBusy = "false";
    refusal.textContent = whyNot(answer);
    give.disabled = false;
    if (!answer.ok && !answer.waits) {
      act.replaceChildren(refusal, buttons);
      return;
    }
    const [first] = answer.ok?.left ?? [];
    $("notice").textContent = first ? `Left out: ${tell(first.why)}` : "";
    [now.chosen, now.target] = [null, null];
    closeStage();
    readSoon();
  };
  /** Asks for the roll that follows these. */
  const askDice = (dice) => {
    const next = composed.throws[dice.length];
    if (!next) return giveGroup(dice);
    const order = composed.orders[next.at];
    const words = rollInWords(next.throw, `${order.ship ?? order.unit ?? ""} ${next.for}`.trim());
    const [pad, first] = dicePad({
      words, roll: next.throw, before: dice,
      onRoll: (entry) => askDice([...dice, { at: next.at, throw: next.throw, for: next.for, entry }]),
      onRemove: (at) => askDice(dice.slice(0, at)),
      onLeave: () => act.replaceChildren(refusal, buttons),
    });
    act.replaceChildren(refusal, pad);
    first.focus();
    return undefined;
  };

  const none = button("Choose none", () => {
    chosen = chosen.length ? [] : units;
    none.textContent = chosen.length ? "Choose none" : "Choose all";
    compose();
  }, "quiet");
  openStage({
    kind: "group", title: GROUPS[what], elements: [...(speeds.length ? [pace] : []), list, none, left], act,
    judge: () => compose(), tap: (tag) => isPlayer() && toggle(tag),
  });
  await compose(true);
  // Nothing has to be chosen, rolled or read first.
  if (what === "as-before" && composed?.orders.length && !composed.throws.length && !composed.cannot.length) giveGroup([]);
};
