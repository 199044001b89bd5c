// The sheet that lies over the table: what a unit may do, an order in a form with
// its odds, and the dice that were rolled for it on the table.

import { $, button, capital, chances, make, tell, whyNot } from "./words.js";
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

export const openOrders = async (title, subject) => {
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
    make("li", `${offer.name}: ${offer.refused.why}.`));
  const closed = refused.length ? [make("h3", "Not now"), make("ul", refused, { className: "rule" })] : [];
  return showSheet(title, ...orders, ...closed);
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

/** What the words of a system mean, as soon as somebody wants to know. */
const meanings = new Map();
const meaningsOf = (system) => {
  if (!meanings.has(system)) {
    const read = (response) => (response.ok ? response.json() : []);
    meanings.set(system, fetch(`/meanings/${encodeURIComponent(system)}`).then(read).catch(() => []));
  }
  return meanings.get(system);
};

/** The words of an order, folded: what it is, what its form asks, what can come of it. */
const explained = (offer) => {
  const list = make("dl");
  const fold = make("details", [make("summary", "What do these words mean?"), list]);
  fold.addEventListener("toggle", async () => {
    if (!fold.open || list.children.length) return;
    const all = await meaningsOf(offer.rule.split(": ")[0]);
    const asks = (field) => all.find((one) => one.of === offer.kind && one.word === field.name);
    const answers = offer.fields.flatMap((field) => field.choices ?? [])
      .map(({ value }) => all.find((one) => one.word === value && one.sort !== "question"));
    const own = all.find((one) => one.sort === "order" && one.word === offer.kind);
    const shown = new Set([own, ...offer.fields.map(asks), ...answers].filter(Boolean));
    list.append(...[...shown].flatMap((one) => [make("dt", capital(one.name)), make("dd", one.what)]));
  });
  return fold;
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
  const order = () => ({ kind: offer.kind, ...filled() });

  const give = async (dice) => {
    isGiven = true;
    for (const each of [roll, rolled]) each.disabled = true;
    const answer = await change(dice ? { order: order(), dice } : { order: order() });
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

  /** The verdict and the odds of the form as it is; of an older one they are not shown. */
  const judge = async () => {
    judgements += 1;
    const mine = judgements;
    const [judged, told] = await Promise.all([
      ask({ judge: { subject, kind: offer.kind, fields: filled() } }), ask({ odds: order() }),
    ]);
    if (mine !== judgements) return;
    if (!judged.ok) {
      // Nobody knows yet which dice it takes, or whether it is open.
      for (const each of [roll, rolled]) each.disabled = true;
      stands.textContent = whyNot(judged);
      return;
    }
    const { verdict } = judged.ok.judged;
    const rolls = Boolean(verdict?.throws);
    const [fine, words] = ruling(verdict);
    roll.textContent = rolls ? "Roll" : "Give the order";
    rolled.textContent = verdict?.asks ? "Use my dice" : "I rolled…";
    rolled.hidden = !(rolls || verdict?.asks) || diceOf(subject) === "app";
    // While an order is on its way, it is not given a second time.
    for (const each of [roll, rolled]) each.disabled = isGiven || !fine;
    stands.textContent = words || tell(judged.ok.judged.hidden);
    const outcomes = told.ok?.outcomes ?? [];
    odds.replaceChildren(...(fine && outcomes.length > 1 ? chances(outcomes) : []));
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
    element.addEventListener("change", judge);
    if (element.tagName === "FIELDSET") return element;
    const words = make("span", `${field.question}${range(field)}`);
    return field.type === "flag"
      ? make("label", [element, words], { className: "flag" }) : make("label", [words, element]);
  });
  const roll = make("button", "Give the order", { className: "main", disabled: true });
  const rolled = button("I rolled…", () => give([]));
  rolled.hidden = true;
  const buttons = make("nav", diceOf(subject) === "own" ? [rolled, roll] : [roll, rolled]);
  const form = make("form", [
    make("p", offer.what), ...offer.warnings.map((warning) => make("p", capital(warning), { className: "bad" })),
    ...fields, stands, odds, buttons, explained(offer),
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    give(null);
  });
  showSheet(own ? `${offer.name}: ${own}` : offer.name, form, pad, refusal);
  judgeOpen = judge;
  judge();
};
