// The form of an order, with its odds and the players' own dice.

import { explained, mark, within, wordOf } from "./cards.js";
import { dicePad, rollInWords } from "./dice_pad.js";
import { keepFocus } from "./focus.js";
import { modifiersOf } from "./modifiers.js";
import { Question } from "./question.js";
import { ask, change, markSeen } from "./connection.js";
import { announce } from "./announcer.js";
import { button, capital, make, tell, whyNot } from "./words.js";

// The fields of the order that corrects a record: the entry, and its new value.
export const [ENTRY, NEW_VALUE] = ["field", "value"];

/** The result of checking an order as it is filled in. */
const ruling = (verdict) => {
  if (verdict?.unfinished) return [false, `Still to choose: ${tell(verdict.unfinished)}`];
  if (verdict?.refused) return [false, whyNot({ refused: verdict.refused })];
  if (verdict?.asks) return [true, `Side ${verdict.asks.of} is asked first.`];
  return [true, ""];
};

/** The possible outcomes of an order, each with its chance and the roll that it needs. */
const outcomeRows = (forecast) => {
  const shares = forecast?.outcomes ?? [];
  // A certain result can still change numbers.
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

/** The chances as one bar, with a text below. */
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

/** The form in words for a screen reader: the open questions, or the roll with its odds. */
const spokenText = (fine, status, verdict, forecast) => {
  if (!fine) return status;
  const { throw: dice, purpose } = verdict?.throws ?? {};
  const roll = dice ? [`Roll ${dice}: ${tell(purpose)}`] : [];
  // A result that is certain and changes no number has no odds.
  const hasOdds = forecast?.outcomes.length > 1 || forecast?.plots.length > 0;
  return [...roll, ...(hasOdds ? [tell(forecast.in_short)] : [])].join(": ") || status;
};

/** The form of an order: its elements, its buttons, a function that checks it again, a promise
 * (`first`) of the first check, and the effect of a tap on a unit. `filled` has the fields that are
 * known; `folded` hides them at first. `begin` is the order before it, `diceOf` the kind of dice of
 * its side. `done` is called when the order has been carried out. With `cursor` the order is checked
 * at that position, and `instead` gets the order, not the table. */
export const formOf = (offer, subject, { filled = {}, folded = false, begin, isTapped, diceOf, done, back, cursor, instead }) => {
  const odds = make("div");
  const bar = make("div");
  const status = make("p", "", { className: "rule" });
  const refusal = make("p", "", { className: "bad" });
  refusal.setAttribute("role", "alert");
  const own = subject.unit ?? subject.side;
  // The field for the issuer is filled in already; the player fills in the others.
  const isOwn = (field) => own && field.value === own && !field.choices?.length;
  // The players' changes of its modifiers.
  let changes = filled.modifiers ?? [];
  const issuerFields = Object.fromEntries(offer.fields.filter(isOwn).map(({ name }) => [name, own]));
  let judgements = 0;
  let lastAnnounced = "";
  let isGiven = false;
  let isFirst = true;
  // Whether the order was given by the tap alone.
  let once = false;
  // Until the player answers, the defaults apply.
  let fields;
  // The order as it was last checked, so that the order given is the one shown.
  let judged = null;

  const questions = offer.fields.filter((field) => !isOwn(field)).map((field) => new Question(field, offer.kind, (name) => {
    // After a change of the entry, its present value is the default.
    if (name === ENTRY) questions.find((one) => one.name === NEW_VALUE)?.forget();
    collect();
    judge();
  }, filled[field.name]));
  const collect = () => {
    const values = questions.map((one) => [one.name, one.value]);
    fields = { ...(changes.length ? { modifiers: changes } : {}), ...issuerFields, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) };
  };
  if (Object.keys(filled).length) collect();

  const setEnabled = (is) => {
    for (const each of [roll, rolled]) each.disabled = !is;
  };
  /** Begins the unit’s turn, if it has not begun. */
  const beginTurn = async () => {
    if (!begin) return null;
    const answer = await change({ order: begin });
    if (!answer.ok) return answer;
    begin = null;
    // The form's order follows this change.
    markSeen(answer.ok.at);
    return null;
  };
  const give = async (dice) => {
    if (!judged || isGiven) return false;
    if (instead) return instead(judged);
    isGiven = true;
    const order = judged;
    // A new pad would lose dice that are being typed.
    const typed = document.activeElement;
    setEnabled(false);
    act.inert = true;
    act.ariaBusy = "true";
    const answer = await beginTurn() ?? await change(dice ? { order, dice: dice.map(({ entry }) => entry) } : { order });
    act.ariaBusy = "false";
    act.inert = false;
    setEnabled(true);
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
    // All questions are answered, and the dice need the space.
    form.classList.add("said");
    const [entry, first] = dicePad({
      words: rollInWords(needs.throw, needs.for), roll: needs.throw, before: dice, isApp: diceOf !== "own",
      onRoll: (taken) => give([...dice, { throw: needs.throw, for: needs.for, entry: taken }]),
      onRemove: (at) => give(dice.slice(0, at)),
      onLeave: () => {
        form.classList.remove("said");
        act.replaceChildren(refusal, bar, buttons);
      },
    });
    act.replaceChildren(refusal, entry);
    first.focus();
    return false;
  };

  /** Shows the verdict and the odds of the present form. Answers for an older state are dropped. */
  const judge = async () => {
    judgements += 1;
    const mine = judgements;
    judged = null;
    form.ariaBusy = "true";
    setEnabled(false);
    const answer = await ask({ judge: { subject, kind: offer.kind, fields, cursor } });
    if (mine !== judgements) return;
    form.ariaBusy = "false";
    // It is not yet known whether the order is possible and which dice it needs.
    status.textContent = answer.ok ? "" : whyNot(answer);
    if (answer.ok) showJudgement(answer.ok.judged);
  };
  const showJudgement = ({ offer: present, verdict, order, hidden, forecast }) => {
    for (const one of questions) {
      const field = present.fields.find(({ name }) => name === one.name);
      // The other side answers this question on its own device.
      if (field) one.offers(field);
      else one.holder.hidden = true;
    }
    const open = questions.filter((one) => one.isOpen).map((one) => one.question);
    const [allowed, words] = ruling(verdict);
    const fine = allowed && open.length === 0;
    judged = order;
    collect();
    roll.textContent = instead ? "Preview the change" : verdict?.throws ? "Roll" : "Give the order";
    rolled.textContent = verdict?.asks ? "Use my dice" : "I rolled…";
    rolled.hidden = !(verdict?.throws || verdict?.asks) || diceOf === "app" || Boolean(instead);
    // While an order is being sent, it cannot be given again.
    setEnabled(!isGiven && fine);
    status.textContent = allowed && open.length ? `Still to answer: ${open.join("; ")}` : words || tell(hidden);
    const announcement = spokenText(fine, status.textContent, verdict, forecast);
    if (announcement !== lastAnnounced) announce(announcement);
    lastAnnounced = announcement;
    bar.replaceChildren(...(fine ? barOf(forecast) : []));
    keepFocus(() => odds.replaceChildren(...(fine ? [...nextRoll(verdict?.throws), ...outcomeRows(forecast)] : [])));
    const asksNothing = questions.every((one) => one.holder.hidden || known.includes(one));
    if (isFirst && isTapped && fine && asksNothing && !offer.warnings.length) once = giveAtOnce(verdict);
    isFirst = false;
  };
  /** The first roll, with its modifiers. */
  const nextRoll = (throws) => (throws ? [make("p", `Roll ${throws.throw}: ${tell(throws.purpose)}`), modifiersOf(throws, changes, (all) => {
    changes = all;
    collect();
    judge();
  })] : []);
  /** An order without open questions is given by the tap alone. */
  const giveAtOnce = ({ throws, asks } = {}) => {
    if (!throws && !asks) return give(null);
    return throws && diceOf === "own" ? give([]) : false;
  };

  const roll = make("button", "Give the order", { className: "main", disabled: true });
  roll.setAttribute("form", "order");
  const rolled = button("I rolled…", () => give([]));
  rolled.hidden = true;
  const backButton = button("Back", back);
  const buttons = make("nav", diceOf === "own" ? [backButton, roll, rolled] : [backButton, rolled, roll], { className: "act", ariaLabel: "This order" });
  if (diceOf === "own") [roll.className, rolled.className] = ["", "main"];
  const act = make("div", [refusal, bar, buttons]);
  const warnings = begin ? [] : offer.warnings;
  // Answers that the turn card knows are folded.
  const known = questions.filter(({ isFilled }) => folded && isFilled);
  for (const one of known) one.holder.classList.add("known");
  const all = button("Change other values…", () => {
    form.classList.add("all");
    all.remove();
  }, "quiet");
  const form = make("form", [
    ...(isTapped ? [] : [make("p", offer.what, { className: "rule" })]),
    ...warnings.map((warning) => make("p", capital(warning), { className: "bad" })),
    make("div", questions.map((one) => one.holder), { className: "questions" }), ...(known.length ? [all] : []), status, odds,
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
