// The form of an order with its odds, and the dice that were rolled for it on the table.

import { explained, marked, question, row, within, wordOf } from "./cards.js";
import { control, isSettled, range } from "./fields.js";
import { ask, change } from "./line.js";
import { announce } from "./said.js";
import { button, capital, make, signed, tell, whyNot } from "./words.js";

// The players' correction: which entry of a record, and its new value.
const [ENTRY, NEW_VALUE] = ["field", "value"];

/** The faces that one die of a roll can show, and how many are rolled: `2d6`. */
const diceIn = (roll) => {
  const [, many, sides] = /^(\d+)d(\d+)$/.exec(roll ?? "") ?? [];
  return sides && Number(sides) <= MOST_FACES ? [Number(many), Number(sides)] : [0, 0];
};
/** A die with more faces is typed. */
const MOST_FACES = 20;

/** Where the faces of a roll on the table are tapped or typed: `took` gets what was
 * entered. */
export const dicePad = (words, roll, took) => {
  const face = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", required: true });
  const typed = () => face.value.trim().split(/[\s,;+]+/).filter(Boolean).map(Number);
  const enters = () => {
    const faces = typed();
    took(faces.length > 1 ? faces : faces[0]);
  };
  const [many, sides] = diceIn(roll);
  const shows = (shown) => {
    face.value = [...typed(), shown].join(" ");
    if (typed().length === many) enters();
  };
  const faces = Array.from({ length: sides }, (_, at) => button(String(at + 1), () => shows(at + 1), "face"));
  const pad = make("form", [
    ...(sides ? [make("nav", faces, { className: "faces", ariaLabel: `Faces: ${words}` })] : []),
    make("label", [make("span", words), face]), make("button", "Enter", { className: "main" }),
  ], { className: "pad" });
  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    enters();
  });
  // A keyboard that comes up would hide the faces.
  return [pad, faces[0] ?? face];
};
export const rollInWords = (throwOf, purpose) => `What you rolled: ${tell(purpose)}, ${throwOf}`;

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
  if (!forecast.is_whole) lines.push(make("p", "The rest is not known: it takes too long to work out.", { className: "rule" }));
  return lines;
};

/** What whoever does not see the form hears of it: what is still to say, or roll and odds. */
const heard = (fine, stands, verdict, forecast) => {
  if (!fine) return stands;
  const { throw: dice, purpose } = verdict?.throws ?? {};
  const roll = dice ? [`Roll ${dice}: ${tell(purpose)}`] : [];
  return [...roll, ...(forecast?.outcomes.length ? [tell(forecast.in_short)] : [])].join(": ") || stands;
};

/** The roll that comes first, with what is added to it. */
const coming = (roll) => {
  if (!roll) return [];
  const added = roll.modifiers.map(({ amount, reason }) =>
    explained(`${signed(amount)} ${tell(reason.why)}`, wordOf("modifier", reason.id)));
  return [make("p", `Roll ${roll.throw}: ${tell(roll.purpose)}`), ...(added.length ? [row("Modifiers", added)] : [])];
};

/** A control with its question. */
const labelled = (field, element) => {
  if (element.tagName === "FIELDSET") return element;
  const words = make("span", `${field.question}${range(field)}`);
  return element.type === "checkbox"
    ? make("label", [element, words], { className: "flag" }) : make("label", [words, element]);
};

/** A question of a form, whose control is drawn anew where something else can be chosen;
 * `asked` is told when the player says something. */
class Question {
  #field;
  #limits;
  #looks = "";
  #start;
  #read = () => undefined;
  #said = false;
  #forgotten = false;
  holder = make("div", "", { className: "asked" });

  constructor(field, order, asked) {
    this.#field = field;
    this.#limits = [field.min, field.max];
    this.holder.dataset.type = field.type;
    this.word = question(order, field.name);
    this.holder.addEventListener("input", () => {
      this.#said = true;
      asked(field.name);
    });
    this.#draw(field.value ?? field.default);
  }

  get name() { return this.#field.name; }
  get question() { return this.#field.question; }
  get #settled() { return isSettled(this.#field, this.#field.value); }
  /** Whether it is the players' to say, who alone see it or pick whom it is at. */
  get #asks() {
    const { type, unseen, required, choices = [] } = this.#field;
    const isPicked = type === "unit" && required && choices.filter(({ refused }) => !refused).length > 1;
    return !this.#settled && (Boolean(unseen) || isPicked);
  }
  /** Whether they have not said it yet. */
  get isOpen() { return this.#asks && this.#read() === undefined; }
  /** What was said; of what is open, what the rules suppose. */
  get value() {
    if (this.#forgotten) return undefined;
    return this.#read() ?? (this.isOpen ? this.#field.value ?? undefined : undefined);
  }

  /** What was said is of no use any more: the rules suggest something else. */
  forget() { [this.#said, this.#forgotten] = [false, true]; }

  /** What can be chosen now. */
  offers({ value, range: limits, choices, unseen }) {
    // What the rules suppose, as long as nobody has said it.
    const supposed = this.#said ? this.#field.value : value;
    this.#field = { ...this.#field, choices, unseen, value: supposed };
    // Another entry of a record may have none.
    [this.#field.min, this.#field.max] = limits ?? this.#limits;
    this.#forgotten = false;
    this.#draw(this.#said ? this.#read() : this.#asks ? undefined : value ?? undefined);
  }

  #draw(start) {
    const { value, ...looks } = this.#field;
    // What looks the same stays, with the finger that is just on it.
    const same = this.#looks === JSON.stringify(looks) && (this.#said || this.#start === JSON.stringify(start));
    [this.#looks, this.#start] = [JSON.stringify(looks), JSON.stringify(start)];
    this.holder.hidden = this.#settled;
    if (same) return;
    const [element, read] = control(this.#field, start);
    this.#read = read;
    const hadFocus = this.holder.contains(document.activeElement);
    this.holder.replaceChildren(marked(labelled(this.#field, element), this.word));
    if (hadFocus) element.focus();
  }
}

/** The form of an order: its elements, and how it is judged once more. `sheet` says whose
 * dice are rolled for somebody, and hears that the order was carried out. */
export const formOf = (offer, subject, sheet) => {
  const odds = make("div");
  const stands = make("p", "", { className: "rule" });
  const refusal = make("p", "", { className: "bad" });
  refusal.setAttribute("role", "alert");
  const pad = make("div");
  const own = subject.unit ?? subject.side;
  // Whose order it is has been said by opening it: the rest is chosen from something.
  const isOwn = (field) => own && field.value === own && !field.choices?.length;
  const giver = Object.fromEntries(offer.fields.filter(isOwn).map(({ name }) => [name, own]));
  let judgements = 0;
  let said = "";
  let isGiven = false;
  // As long as nobody has said anything, the rules suggest.
  let fields;
  // The order as it was judged last: what is given is what was shown.
  let judged = null;

  const questions = offer.fields.filter((field) => !isOwn(field)).map((field) => new Question(field, offer.kind, (name) => {
    // For another entry, the rules say what stands there now.
    if (name === ENTRY) questions.find((one) => one.name === NEW_VALUE)?.forget();
    filled();
    judge();
  }));
  const filled = () => {
    const said = questions.map((one) => [one.name, one.value]);
    fields = { ...giver, ...Object.fromEntries(said.filter(([, value]) => value !== undefined)) };
  };

  const live = (is) => {
    for (const each of [roll, rolled]) each.disabled = !is;
  };
  const give = async (dice) => {
    if (!judged) return undefined;
    isGiven = true;
    live(false);
    // Dice that are typed on would be lost with their pad.
    const typed = document.activeElement;
    pad.inert = true;
    pad.ariaBusy = "true";
    const answer = await change(dice ? { order: judged, dice } : { order: judged });
    pad.ariaBusy = "false";
    pad.inert = false;
    if (pad.contains(typed)) typed.focus();
    live(true);
    isGiven = false;
    refusal.textContent = "";
    if (answer.needs) return askDice(answer.needs, dice ?? []);
    if (answer.ok || answer.waits) return sheet.done(answer);
    refusal.textContent = whyNot(answer);
    return undefined;
  };
  const askDice = (needs, dice) => {
    // What was asked is said: the dice need the room.
    form.classList.add("said");
    buttons.hidden = true;
    const [entry, first] = dicePad(rollInWords(needs.throw, needs.for), needs.throw, (faces) => give([...dice, faces]));
    pad.replaceChildren(entry);
    first.focus();
  };

  /** The verdict and the odds of the form as it is; of an older one nothing is given. */
  const judge = async () => {
    judgements += 1;
    const mine = judgements;
    judged = null;
    form.ariaBusy = "true";
    live(false);
    const answer = await ask({ judge: { subject, kind: offer.kind, fields } });
    if (mine !== judgements) return;
    form.ariaBusy = "false";
    // Nobody knows yet which dice it takes, or whether it is open.
    stands.textContent = answer.ok ? "" : whyNot(answer);
    if (answer.ok) told(answer.ok.judged);
  };
  const told = ({ offer: now, verdict, order, hidden, forecast }) => {
    for (const one of questions) {
      const field = now.fields.find(({ name }) => name === one.name);
      // What the other side chooses is asked there.
      if (field) one.offers(field);
      else one.holder.hidden = true;
    }
    const open = questions.filter((one) => one.isOpen).map((one) => one.question);
    const [allowed, words] = ruling(verdict);
    const fine = allowed && open.length === 0;
    judged = order;
    filled();
    roll.textContent = verdict?.throws ? "Roll" : "Give the order";
    rolled.textContent = verdict?.asks ? "Use my dice" : "I rolled…";
    rolled.hidden = !(verdict?.throws || verdict?.asks) || sheet.diceOf(subject) === "app";
    // While an order is on its way, it is not given a second time.
    live(!isGiven && fine);
    stands.textContent = allowed && open.length ? `Still to say: ${open.join("; ")}` : words || tell(hidden);
    const says = heard(fine, stands.textContent, verdict, forecast);
    if (says !== said) announce(says);
    said = says;
    odds.replaceChildren(...(fine ? [...coming(verdict?.throws), ...foreseen(forecast)] : []));
  };

  const roll = make("button", "Give the order", { className: "main", disabled: true });
  const rolled = button("I rolled…", () => give([]));
  rolled.hidden = true;
  const buttons = make("nav", sheet.diceOf(subject) === "own" ? [rolled, roll] : [roll, rolled], { className: "act", ariaLabel: "This order" });
  const form = make("form", [
    marked(make("p", offer.what), wordOf("order", offer.kind)),
    ...offer.warnings.map((warning) => make("p", capital(warning), { className: "bad" })),
    make("div", questions.map((one) => one.holder), { className: "questions" }), stands, odds, buttons,
  ]);
  form.dataset.kind = offer.kind;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(null);
  });
  judge();
  return [[form, pad, refusal], judge];
};
