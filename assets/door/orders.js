// The sheet that lies over the table: what a unit may do, an order in a form with
// its odds, and the dice that were rolled for it on the table.

import { closeCards, explained, links, marked, question, row, within, wordOf } from "./cards.js";
import { $, button, capital, make, signed, tell, whyNot } from "./words.js";
import { ask, change } from "./line.js";

const sheet = $("sheet");
let onDone = () => {};
let diceOf = () => "either";

/** What the table does when an order was carried out, and whose dice are rolled for
 * a side. */
export const meet = (done, of) => {
  onDone = done;
  diceOf = of;
};

/** Judges the form that lies open once more: the line was cut, and is back. */
let judgeOpen = () => {};
export const judgeAgain = () => judgeOpen();

// What is no longer shown is not there either.
export const closeSheet = () => {
  judgeOpen = () => {};
  closeCards();
  $("sheet-body").replaceChildren();
  sheet.close();
};
$("sheet-close").addEventListener("click", closeSheet);
sheet.addEventListener("cancel", closeSheet);
export const showSheet = (title, ...children) => {
  judgeOpen = () => {};
  const heading = make("h2", title, { id: "sheet-title", tabIndex: -1 });
  $("sheet-body").replaceChildren(heading, ...children);
  if (!sheet.open) sheet.showModal();
  heading.focus();
};

/** Asks once more before something that cannot be taken back. */
export const confirm = (title, why, [yes, act]) => {
  const sure = button(yes, () => {
    closeSheet();
    act();
  }, "main");
  showSheet(title, make("p", why), sure);
};

/** Whom offers are asked of, from a subject as the door writes it. */
const whose = (subject) => {
  if (subject.unit) return { ship: subject.unit };
  if (subject.side) return { side: subject.side };
  return {};
};

/** The words of what a sheet is about, below what can be done there. */
const wordsHere = (found) => (found.length ? [make("h3", "Its words"), ...links(found)] : []);

/** What a unit or a side may do; `about` are the words that stand on its card. */
export const openOrders = async (title, subject, ...about) => {
  showSheet(title, make("p", "…"));
  const answer = await ask({ offers: whose(subject) });
  if (!answer.ok) return showSheet(title, make("p", whyNot(answer)));
  const open = (offer) => !offer.refused;
  const orders = answer.ok.offers.filter(open).map((offer) => {
    const lines = [make("strong", offer.name), make("br"), make("small", offer.what)];
    const made = button("", () => showForm(offer, subject), "card");
    made.replaceChildren(...lines);
    return made;
  });
  const refused = answer.ok.offers.filter((offer) => !open(offer)).map((offer) =>
    make("li", [explained(offer.name, wordOf("order", offer.kind)), make("span", `: ${offer.refused.why}.`)]));
  const closed = refused.length ? [make("h3", "Not now"), make("ul", refused, { className: "rule" })] : [];
  return showSheet(title, ...orders, ...closed, ...wordsHere(within(...about)));
};

export const openForm = async (subject, kind) => {
  const answer = await ask({ offers: whose(subject) });
  const offer = answer.ok?.offers.find((offer) => offer.kind === kind);
  if (offer) showForm(offer, subject);
  else showSheet("Orders", make("p", whyNot(answer) || "This order is no longer open."));
};

const sameAs = (choice) => (value) => JSON.stringify(value) === JSON.stringify(choice.value);
const labelOf = (choice) => capital(choice.label) + (choice.refused ? ` (${choice.refused.why})` : "");

/** A field with choices, of which one is taken: its place in the list is its value. */
const oneOf = (field, start) => {
  const select = make("select");
  if (!field.required || start === null || start === undefined) {
    select.append(make("option", "—", { value: "" }));
  }
  field.choices.forEach((choice, at) => {
    const selected = sameAs(choice)(start);
    select.append(make("option", labelOf(choice), { value: String(at), disabled: Boolean(choice.refused), selected }));
  });
  return [select, () => (select.value === "" ? undefined : field.choices[Number(select.value)].value)];
};

/** A field with choices, of which several are taken. */
const someOf = (field, start) => {
  const boxes = field.choices.map((choice) => make("input", "", {
    type: "checkbox", disabled: Boolean(choice.refused), checked: (start ?? []).some(sameAs(choice)),
  }));
  const lines = field.choices.map((choice, at) =>
    make("label", [boxes[at], make("span", labelOf(choice))], { className: "flag" }));
  const taken = () => field.choices.filter((_, at) => boxes[at].checked).map((choice) => choice.value);
  return [make("fieldset", [make("legend", field.question), ...lines]), taken];
};

/** The control of a field, and how its value is read: undefined where empty. */
const control = (field) => {
  const start = field.value ?? field.default;
  if (field.type === "flag") {
    const box = make("input", "", { type: "checkbox", checked: Boolean(start) });
    return [box, () => box.checked];
  }
  const many = field.type === "units" || field.type === "texts";
  if (field.choices?.length) return many ? someOf(field, start) : oneOf(field, start);
  if (field.type === "number" || field.type === "number-or") {
    const number = make("input", "", { type: "number", inputMode: "numeric" });
    if (field.type === "number" || typeof start === "number") {
      [number.min, number.max] = [field.min ?? "", field.max ?? ""];
    }
    number.value = start ?? "";
    return [number, () => (number.value === "" ? undefined : Number(number.value))];
  }
  const fixed = start !== null && start !== undefined && typeof start !== "string";
  const text = make("input", "", { value: fixed ? JSON.stringify(start) : (start ?? "") });
  if (!fixed) return [text, () => (text.value === "" ? undefined : text.value)];
  return [text, () => {
    try {
      return JSON.parse(text.value);
    } catch {
      return undefined;
    }
  }];
};

const range = ({ type, min, max }) => (type === "number" && max !== undefined && max !== null ? ` (${min ?? 0}–${max})` : "");

/** Where the faces of a roll on the table are typed: `took` gets what was entered. */
export const dicePad = (words, took) => {
  const face = make("input", "", { type: "text", inputMode: "numeric", autocomplete: "off", required: true });
  const pad = make("form", [
    make("label", [make("span", words), face]), make("button", "Enter", { className: "main" }),
  ], { className: "pad" });
  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    const faces = face.value.trim().split(/[\s,;+]+/).map(Number);
    took(faces.length > 1 ? faces : faces[0]);
  });
  return [pad, face];
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
  if (shares.length < 2) return [];
  const lines = shares.map(({ label, chance, shown, needs }) => make("div", [
    explained(capital(tell(label)), within(label)[0]),
    make("span", `${tell(shown)}${needs ? ` (${tell(needs)})` : ""}`),
    make("meter", "", { value: chance, max: 1, ariaHidden: "true" }),
  ], { className: "chance" }));
  if (!forecast.is_whole) lines.push(make("p", "The rest is not known: it takes too long to work out.", { className: "rule" }));
  return lines;
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
  return field.type === "flag"
    ? make("label", [element, words], { className: "flag" }) : make("label", [words, element]);
};

const showForm = (offer, subject) => {
  const odds = make("div");
  const stands = make("p", "", { className: "rule" });
  const refusal = make("p", "", { className: "bad" });
  refusal.setAttribute("role", "alert");
  const pad = make("div");
  const readers = [];
  let judgements = 0;
  let isGiven = false;
  const filled = () => {
    const fields = readers.map(([name, read]) => [name, read()]);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  };
  // The order as it was judged last: what is given is what was shown.
  let judged = null;

  const give = async (dice) => {
    if (!judged) return undefined;
    isGiven = true;
    for (const each of [roll, rolled]) each.disabled = true;
    const answer = await change(dice ? { order: judged, dice } : { order: judged });
    for (const each of [roll, rolled]) each.disabled = false;
    isGiven = false;
    refusal.textContent = "";
    if (answer.needs) return askDice(answer.needs, dice ?? []);
    if (answer.ok || answer.waits) {
      closeSheet();
      return onDone(answer);
    }
    refusal.textContent = whyNot(answer);
    return undefined;
  };
  const askDice = (needs, dice) => {
    for (const element of form.elements) element.disabled = true;
    buttons.hidden = true;
    const [entry, face] = dicePad(rollInWords(needs.throw, needs.for), (faces) => give([...dice, faces]));
    pad.replaceChildren(entry);
    face.focus();
  };

  /** The verdict and the odds of the form as it is; of an older one nothing is given. */
  const judge = async () => {
    judgements += 1;
    const mine = judgements;
    judged = null;
    for (const each of [roll, rolled]) each.disabled = true;
    const answer = await ask({ judge: { subject, kind: offer.kind, fields: filled() } });
    if (mine !== judgements) return;
    // Nobody knows yet which dice it takes, or whether it is open.
    stands.textContent = answer.ok ? "" : whyNot(answer);
    if (answer.ok) told(answer.ok.judged);
  };
  const told = ({ verdict, order, hidden, forecast }) => {
    const [fine, words] = ruling(verdict);
    judged = order;
    roll.textContent = verdict?.throws ? "Roll" : "Give the order";
    rolled.textContent = verdict?.asks ? "Use my dice" : "I rolled…";
    rolled.hidden = !(verdict?.throws || verdict?.asks) || diceOf(subject) === "app";
    // While an order is on its way, it is not given a second time.
    for (const each of [roll, rolled]) each.disabled = isGiven || !fine;
    stands.textContent = words || tell(hidden);
    odds.replaceChildren(...(fine ? [...coming(verdict?.throws), ...foreseen(forecast)] : []));
  };

  const own = subject.unit ?? subject.side;
  const fields = offer.fields.flatMap((field) => {
    // Whose order it is has been said by opening it.
    if (own && field.value === own && ["ship", "unit", "side"].includes(field.name)) {
      readers.push([field.name, () => own]);
      return [];
    }
    const [element, read] = control(field);
    readers.push([field.name, read]);
    element.addEventListener("input", judge);
    return marked(labelled(field, element), question(offer.kind, field.name));
  });
  const roll = make("button", "Give the order", { className: "main", disabled: true });
  const rolled = button("I rolled…", () => give([]));
  rolled.hidden = true;
  const buttons = make("nav", diceOf(subject) === "own" ? [rolled, roll] : [roll, rolled]);
  const form = make("form", [
    marked(make("p", offer.what), wordOf("order", offer.kind)), ...offer.warnings.map((warning) => make("p", capital(warning), { className: "bad" })),
    ...fields, stands, odds, buttons,
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(null);
  });
  showSheet(own ? `${offer.name}: ${own}` : offer.name, form, pad, refusal);
  judgeOpen = judge;
  judge();
};
