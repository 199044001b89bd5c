// The form of an order with its odds, and the dice that were rolled for it on the table.

import { explained, mark, within, wordOf } from "./cards.js";
import { dicePad, rollInWords } from "./dice_pad.js";
import { keepsFocus } from "./focus.js";
import { modifiersOf } from "./modifiers.js";
import { Question } from "./question.js";
import { ask, change, shows } from "./line.js";
import { announce } from "./announcer.js";
import { button, capital, make, tell, whyNot } from "./words.js";

// The players' correction: which entry of a record, and its new value.
export const [ENTRY, NEW_VALUE] = ["field", "value"];

/** What the rules say to an order as it is filled in. */
const ruling = (verdict) => {
  if (verdict?.unfinished) return [false, `Still to choose: ${tell(verdict.unfinished)}`];
  if (verdict?.refused) return [false, whyNot({ refused: verdict.refused })];
  if (verdict?.asks) return [true, `Side ${verdict.asks.of} is asked first.`];
  return [true, ""];
};

/** What can come of an order, each with its chance and what must be rolled for it. */
const foreseen = (forecast) => {
  const shares = forecast?.outcomes ?? [];
  // What comes for certain still changes numbers.
  if (shares.length < 2) return forecast?.plots.length ? [make("p", capital(tell(forecast.in_short)))] : [];
  const lines = shares.map(({ label, chance, shown, needs }) => {
    const share = `${tell(shown)}${needs ? ` (${tell(needs)})` : ""}`;
    const outcome = explained(capital(tell(label)), within(label)[0]);
    if (outcome.type === "button") outcome.ariaLabel = `${outcome.textContent}: ${share}`;
    return make("div", [
      outcome, make("span", share), make("meter", "", { value: chance, max: 1, ariaHidden: "true" }),
    ], { className: "chance" });
  });
  if (!forecast.is_whole) lines.push(make("p", "The remaining odds take too long to work out and are not shown.", { className: "rule" }));
  return lines;
};

/** The chances as one bar, near the thumb, with what is said of them below. */
const barOf = (forecast) => {
  const shares = forecast?.outcomes ?? [];
  if (shares.length < 2) return [];
  const parts = shares.map(({ chance, shown }) => {
    const part = make("span", chance >= 0.08 ? tell(shown) : "");
    part.style.flexGrow = String(chance);
    return part;
  });
  return [make("div", parts, { className: "bar-of", ariaHidden: "true" }), make("p", capital(tell(forecast.in_short)), { className: "rule" })];
};

/** The form in words for a screen reader: what is still to say, or roll and odds. */
const heard = (fine, stands, verdict, forecast) => {
  if (!fine) return stands;
  const { throw: dice, purpose } = verdict?.throws ?? {};
  const roll = dice ? [`Roll ${dice}: ${tell(purpose)}`] : [];
  return [...roll, ...(forecast?.outcomes.length ? [tell(forecast.in_short)] : [])].join(": ") || stands;
};

/** The form of an order: its elements, its buttons, how it is judged again, what is waited for at
 * `first`, and what a tap on a unit says. `filled` are fields that are known, which `folded` hides
 * at first, `begin` is the order before it, `diceOf` the dice of its side; `done` is called once
 * it was carried out. With `cursor` it is judged as things were then, and `instead` gets the order
 * in place of the table. */
export const formOf = (offer, subject, { filled = {}, folded = false, begin, isTapped, diceOf, done, back, cursor, instead }) => {
  const odds = make("div");
  const bar = make("div");
  const stands = make("p", "", { className: "rule" });
  const refusal = make("p", "", { className: "bad" });
  refusal.setAttribute("role", "alert");
  const own = subject.unit ?? subject.side;
  // Who gives it is known: the rest is chosen.
  const isOwn = (field) => own && field.value === own && !field.choices?.length;
  // What the players change about its modifiers.
  let changes = filled.modifiers ?? [];
  const giver = Object.fromEntries(offer.fields.filter(isOwn).map(({ name }) => [name, own]));
  let judgements = 0;
  let said = "";
  let isGiven = false;
  let isFirst = true;
  // Whether the tap gave it.
  let once = false;
  // As long as the player has said nothing, the rules suggest.
  let fields;
  // The order as it was judged last: what is given is what was shown.
  let judged = null;

  const questions = offer.fields.filter((field) => !isOwn(field)).map((field) => new Question(field, offer.kind, (name) => {
    // For another entry, the rules say its present value.
    if (name === ENTRY) questions.find((one) => one.name === NEW_VALUE)?.forget();
    collect();
    judge();
  }, filled[field.name]));
  const collect = () => {
    const values = questions.map((one) => [one.name, one.value]);
    fields = { ...(changes.length ? { modifiers: changes } : {}), ...giver, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  };
  if (Object.keys(filled).length) collect();

  const live = (is) => {
    for (const each of [roll, rolled]) each.disabled = !is;
  };
  /** Begins the unit’s turn, if it has not begun. */
  const begins = async () => {
    if (!begin) return null;
    const answer = await change({ order: begin });
    if (!answer.ok) return answer;
    begin = null;
    // The order comes after it.
    shows(answer.ok.at);
    return null;
  };
  const give = async (dice) => {
    if (!judged || isGiven) return false;
    if (instead) return instead(judged);
    isGiven = true;
    const order = judged;
    // Dice that are being typed would be lost with their pad.
    const typed = document.activeElement;
    live(false);
    act.inert = true;
    act.ariaBusy = "true";
    const answer = await begins() ?? await change(dice ? { order, dice: dice.map(({ entry }) => entry) } : { order });
    act.ariaBusy = "false";
    act.inert = false;
    live(true);
    if (act.contains(typed)) typed.focus();
    isGiven = false;
    refusal.textContent = "";
    if (answer.needs) return askDice(answer.needs, dice ?? []);
    if (answer.ok || answer.waits) {
      done(answer);
      return true;
    }
    refusal.textContent = whyNot(answer);
    return false;
  };
  const askDice = (needs, dice) => {
    // What was asked is said: the dice need the room.
    form.classList.add("said");
    const [entry, first] = dicePad({
      words: rollInWords(needs.throw, needs.for), roll: needs.throw, before: dice, isApp: diceOf !== "own",
      took: (taken) => give([...dice, { throw: needs.throw, for: needs.for, entry: taken }]),
      back: (at) => give(dice.slice(0, at)),
      leave: () => {
        form.classList.remove("said");
        act.replaceChildren(refusal, bar, buttons);
      },
    });
    act.replaceChildren(refusal, entry);
    first.focus();
    return false;
  };

  /** The verdict and the odds of the form as it is; of an older one nothing is given. */
  const judge = async () => {
    judgements += 1;
    const mine = judgements;
    judged = null;
    form.ariaBusy = "true";
    live(false);
    const answer = await ask({ judge: { subject, kind: offer.kind, fields, cursor } });
    if (mine !== judgements) return;
    form.ariaBusy = "false";
    // It is not known yet which dice it takes, or whether it is open.
    stands.textContent = answer.ok ? "" : whyNot(answer);
    if (answer.ok) told(answer.ok.judged);
  };
  const told = ({ offer: present, verdict, order, hidden, forecast }) => {
    for (const one of questions) {
      const field = present.fields.find(({ name }) => name === one.name);
      // What the other side chooses is asked there.
      if (field) one.offers(field);
      else one.holder.hidden = true;
    }
    const open = questions.filter((one) => one.isOpen).map((one) => one.question);
    const [allowed, words] = ruling(verdict);
    const fine = allowed && open.length === 0;
    judged = order;
    collect();
    roll.textContent = instead ? "See what it changes" : verdict?.throws ? "Roll" : "Give the order";
    rolled.textContent = verdict?.asks ? "Use my dice" : "I rolled…";
    rolled.hidden = !(verdict?.throws || verdict?.asks) || diceOf === "app" || Boolean(instead);
    // While an order is on its way, it is not given a second time.
    live(!isGiven && fine);
    stands.textContent = allowed && open.length ? `Still to answer: ${open.join("; ")}` : words || tell(hidden);
    const says = heard(fine, stands.textContent, verdict, forecast);
    if (says !== said) announce(says);
    said = says;
    bar.replaceChildren(...(fine ? barOf(forecast) : []));
    keepsFocus(() => odds.replaceChildren(...(fine ? [...coming(verdict?.throws), ...foreseen(forecast)] : [])));
    const asksNothing = questions.every((one) => one.holder.hidden || known.includes(one));
    if (isFirst && isTapped && fine && asksNothing && !offer.warnings.length) once = atOnce(verdict);
    isFirst = false;
  };
  /** The roll that comes first, with what is added to it. */
  const coming = (throws) => (throws ? [make("p", `Roll ${throws.throw}: ${tell(throws.purpose)}`), modifiersOf(throws, changes, (all) => {
    changes = all;
    collect();
    judge();
  })] : []);
  /** Of an order with nothing left to say, the tap was enough. */
  const atOnce = ({ throws, asks } = {}) => {
    if (!throws && !asks) return give(null);
    return throws && diceOf === "own" ? give([]) : false;
  };

  const roll = make("button", "Give the order", { className: "main", disabled: true });
  roll.setAttribute("form", "order");
  const rolled = button("I rolled…", () => give([]));
  rolled.hidden = true;
  const leave = button("Back", back);
  const buttons = make("nav", diceOf === "own" ? [leave, roll, rolled] : [leave, rolled, roll], { className: "act", ariaLabel: "This order" });
  if (diceOf === "own") [roll.className, rolled.className] = ["", "main"];
  const act = make("div", [refusal, bar, buttons]);
  const warnings = begin ? [] : offer.warnings;
  // What the turn card knows is folded.
  const known = questions.filter(({ isFilled }) => folded && isFilled);
  for (const one of known) one.holder.classList.add("known");
  const all = button("Change more…", () => {
    form.classList.add("all");
    all.remove();
  }, "quiet");
  const form = make("form", [
    ...(isTapped ? [] : [make("p", offer.what, { className: "rule" })]),
    ...warnings.map((warning) => make("p", capital(warning), { className: "bad" })),
    make("div", questions.map((one) => one.holder), { className: "questions" }), ...(known.length ? [all] : []), stands, odds,
  ], { id: "order" });
  form.dataset.kind = offer.kind;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(diceOf === "own" ? [] : null);
  });
  const first = judge().then(() => once);
  const tap = (tag) => questions.some((one) => one.aims(tag));
  return { elements: [form], act, judge, first, tap, marks: mark(wordOf("order", offer.kind)) };
};
