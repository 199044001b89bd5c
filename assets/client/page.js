// A seat at a table, for a browser with nothing installed. It computes no rule:
// what may be done, and what came of it, the table tells.

import { keepAs, keptAs } from "./wire.js";
import { staysOn } from "./awake.js";
import { $, button, capital, logged, make, place, tell, whyNot } from "./words.js";
import { ask, change, hear, kept, keep, owner, seatsShelf, shows } from "./line.js";
import { dicePad, rollInWords } from "./form.js";
import { closeSheet, confirm, judgeAgain, meet, openForm, openOrders, showSheet } from "./orders.js";
import { explained, links, markOf, phase, question, row, speaksOf, within, wordOf } from "./cards.js";
import { handOn } from "./hand_on.js";
import { announce } from "./said.js";
import { goesWhole } from "./whole.js";
import { comeIn, seatInWords, showClosed, showJoin, showPlaces, showWaiting } from "./lobby.js";

let view = null;
let rows = [];

/** How many orders of the log are read at first, and more each time. */
const SOME = 30;
let howMany = SOME;
/** More steps than these are folded. */
const STEPS = 6;
let allSteps = false;

const note = (text) => { $("notice").textContent = text; };
const sideName = (side) => `${view.sides[side === "A" ? 0 : 1].name} (${side})`;
const holds = (side) => view.seats.find((one) => one.seat === side || one.seat === "both")?.name;

/** Whether this is a player’s seat. */
const sits = () => view.seat !== "onlooker" && view.seat !== "owner";
/** Whether this seat gives the orders of a side. */
const commands = (side) => {
  if (view.seat === "both") return !view.in_hand || view.in_hand === side;
  const open = view.settings.orders_for_both && !view.secrets && (view.seat === "A" || view.seat === "B");
  return open || view.seat === side;
};
/** Whether this seat answers for a side: its own, or one that nobody has. */
const plays = (side) =>
  view.seat === "both" || view.seat === side || !side || (view.seat === "owner" && !holds(side));

/** Whose dice are rolled for a side: its own, the app's or either. */
const diceOf = (side) => {
  const at = side === "B" ? 1 : 0;
  const of = view.settings.own_dice[at];
  return of === "either" && view.settings.rolls_itself[at] ? "own" : of;
};

// What is looked at.

let looks = 0;
const busy = (is) => { $("table").ariaBusy = String(is); };
const lookSoon = () => {
  busy(true);
  clearTimeout(looks);
  looks = setTimeout(look, 50);
};

/** The look that counts; what an earlier one brings is out of date. */
let lookOf = 0;
const look = async () => {
  busy(true);
  lookOf += 1;
  const mine = lookOf;
  const seen = await ask({ view: {} });
  if (!seen.ok) return;
  await speaksOf(seen.ok.view.system);
  const from = Math.max(0, seen.ok.view.len - howMany);
  const log = await ask({ log: { from, count: howMany } });
  if (!log.ok || mine !== lookOf) return;
  // What has changed in between is looked at in its turn.
  if (log.ok.log.at !== seen.ok.view.at) return lookSoon();
  const before = view;
  view = seen.ok.view;
  rows = log.ok.log.rows;
  shows(view.at);
  staysOn(!view.over);
  // Whoever had the device has it no longer: nothing of theirs stays open.
  if (before?.in_hand && before.in_hand !== view.in_hand) closeSheet();
  show();
  announces(before);
  busy(false);
  keepFile();
  return undefined;
};

const isCovered = () => Boolean(view.seat === "both" && view.hand_over_to && !view.in_hand);

/** What is expected; of another player, which unit of theirs does what. */
const promptOf = ({ prompt, side, active, steps }) => {
  const isOthers = sits() && view.seat !== "both" && side && !commands(side) && holds(side);
  if (!isOthers) return tell(prompt);
  const now = steps.find(({ stands }) => stands === "now");
  const doing = [active, now && tell(now.name).toLowerCase()].filter(Boolean).join(", ");
  return `Waiting for ${holds(side)}: ${doing ? `${doing}.` : tell(prompt)}`;
};

const show = () => {
  for (const id of ["lobby", "join", "waiting"]) $(id).hidden = true;
  $("table").hidden = false;
  const covered = isCovered();
  $("headline").textContent = tell(view.guide.headline);
  $("prompt").textContent = covered ? "" : promptOf(view.guide);
  const seat = { both: "both sides", onlooker: "looking on", owner: "the owner" }[view.seat] ?? sideName(view.seat);
  $("you").textContent = `You: ${seat}`;
  $("owner").hidden = view.seat !== "owner";
  if (view.seat === "owner") showOwner();
  showLast();
  showHand(covered);
  $("board").hidden = Boolean(covered);
  showAsked();
  if (covered) return empty();
  showPhases();
  showNext();
  place($("cards"), ["A", "B"].map(showSide));
  // The newest first.
  place($("log"), [...rows].reverse().map(entryOf));
  $("earlier").hidden = rows.length === 0 || rows[0].index === 0;
  $("undo").hidden = $("redo").hidden = !sits();
  const side = ["A", "B"].indexOf(view.seat);
  $("own-dice").hidden = view.settings.own_dice[side] !== "either";
  $("own-dice").firstElementChild.checked = view.settings.rolls_itself[side];
  $("undo").disabled = view.cursor === 0;
  $("redo").disabled = view.cursor === view.len;
  showFile();
  return undefined;
};

/** The likeliest step, and the first with which another unit goes on. */
const nextInWords = () => {
  const { side, active, next } = view.guide;
  // Nobody goes on while another player is at it.
  if (side && !commands(side)) return [];
  const others = next.find(({ subject }) => subject.unit && subject.unit !== active);
  const labels = [...new Set([next[0], others].filter(Boolean).map(({ label }) => tell(label)))];
  return labels.length ? [`Next: ${labels.join(", or ")}.`] : [];
};

/** The lines of the log from here on were not said yet. */
let unsaid = 0;
/** Says what has happened since the last look: first the orders, with their dice, then what
 * comes next, then what is asked. */
const announces = (before) => {
  // What was undone is said by the news of it.
  if (!before || view.cursor < unsaid) unsaid = view.cursor;
  for (const row of rows) {
    if (row.index >= unsaid && row.index < view.cursor) announce(logged(row).map((line) => line.textContent).join(". "));
  }
  unsaid = view.cursor;
  const covered = isCovered();
  if (!covered && !view.declared) announces.next([`${$("headline").textContent}.`, $("prompt").textContent, ...nextInWords()].join(" "));
  announces.asked($("asked").firstElementChild ? waitsInWords() : "");
};
/** Says something once, as long as nothing else is to say of the same sort. */
const once = () => {
  let said = "";
  return (text) => {
    if (text !== said) announce(text);
    said = text;
  };
};
Object.assign(announces, { next: once(), asked: once() });

/** Nothing of the table stands behind a cover, not even unseen. */
const empty = () => {
  for (const id of ["phases", "next", "cards", "log", "said"]) $(id).replaceChildren();
};

/** The words of an order that was carried out: itself, what came of it, and what was added
 * to its rolls. */
const wordsOf = (entry) => {
  if (entry.secret) return [];
  // An order that was simply carried out says no outcome.
  const told = tell(entry.headline).toLowerCase();
  const outcome = [wordOf("outcome", entry.outcome)].find((word) => word && told.includes(word.name.toLowerCase()));
  const added = entry.rolls.flatMap((roll) => (roll.modifiers ?? []).map(({ reason }) => wordOf("modifier", reason.id)));
  return [wordOf("order", entry.order?.kind), outcome, ...added];
};

/** A line of the log: its headline leads to its words. */
const entryOf = (entry) => {
  const [headline, ...more] = logged(entry);
  const about = wordsOf(entry);
  const opens = () => showSheet(headline.textContent, ...more.map((line) => line.cloneNode(true)), ...links(about));
  const head = about.length ? button("", opens, "word") : headline;
  if (about.length) head.append(headline);
  return make("li", [head, ...more], { value: entry.index + 1, className: entry.undone ? "undone" : "" });
};

const showLast = () => {
  const last = rows.findLast((row) => !row.undone);
  place($("last"), last ? [...logged(last), ...links(wordsOf(last))] : []);
};

// A device that both sides share.

const handOver = async (to) => {
  // Nothing of the one side is left when the other side looks, or comes again.
  lookOf += 1;
  closeSheet();
  empty();
  declaredWas = "";
  for (const id of ["asked", "last", "hand"]) $(id).replaceChildren();
  $("board").hidden = true;
  note("");
  await tells({ hand_over: { to } });
};

const showHand = (covered) => {
  const lines = [];
  if (view.seat === "both" && !view.over) {
    if (covered) {
      const name = sideName(view.hand_over_to);
      lines.push(
        make("h2", `Hand the device to ${name}`),
        make("p", "The next orders are secret. The other side looks away until they are given."),
        button(`I play ${name}`, () => handOver(view.hand_over_to), "main"));
    } else if (view.in_hand && view.secrets) {
      const done = view.hand_over_to ? "All secret orders of this side are given. " : "";
      lines.push(
        make("p", `${done}${sideName(view.in_hand)} has the device.`),
        button("Cover the device", () => handOver("both"), view.hand_over_to ? "main" : ""));
    } else if (view.secrets) {
      lines.push(make("p", "Each side has secrets, which are covered now."));
      for (const side of ["A", "B"]) {
        lines.push(button(`Show the secrets of ${sideName(side)}`, () => handOver(side)));
      }
    }
  }
  place($("hand"), lines.length ? [make("div", lines)] : []);
};

// What comes next, and the fleets.

/** The phases of the turn: the one that is now in bold. */
const showPhases = () => place($("phases"), view.guide.steps.map((step) => {
  const made = explained(capital(tell(step.name)), phase(step.name));
  if (step.stands === "now") {
    made.classList.add("now");
    made.ariaCurrent = "step";
  }
  return made;
}));

const showNext = () => {
  // While something waits no other order is taken.
  const steps = view.declared ? [] : view.guide.next;
  const shown = allSteps || steps.length <= STEPS ? steps : steps.slice(0, STEPS - 1);
  const buttons = shown.map((step) => {
    const made = button(tell(step.label), () => openForm(step.subject, step.kind), "main");
    // The same words may be another ship's step.
    made.dataset.step = JSON.stringify([step.subject, step.kind]);
    return made;
  });
  if (shown.length < steps.length) {
    buttons.push(button(`Show ${steps.length - shown.length} more`, () => {
      allSteps = true;
      showNext();
    }));
  }
  if (!view.declared && !view.over && sits()) {
    buttons.push(button("Orders of the battle", () => openOrders("The battle", "battle")));
  }
  place($("next"), buttons);
};

const showSide = (side, at) => {
  const { marks = [] } = view.sides[at];
  const player = holds(side);
  const head = [make("h2", `${sideName(side)}${player ? ` · ${player}` : ""}`)];
  const told = marks.map(({ label }) => explained(capital(tell(label)), within(label)[0]));
  if (told.length) head.push(row(`What is true of ${sideName(side)}`, told));
  if (commands(side)) head.push(button("Show side orders", () => openOrders(sideName(side), { side })));
  return make("section", [...head, ...view.cards.filter((card) => card.holder === side).map(showCard)]);
};

/** The words that stand on a card. */
const aboutOf = ({ kind, gauges, marks, todo }) =>
  [kind, ...gauges.map((gauge) => gauge.label), ...marks.map((mark) => mark.label), ...todo];

const showCard = (card) => {
  const out = typeof card.standing === "object" ? tell(card.standing.out) : "";
  const gauges = card.gauges.map((gauge) => {
    const of = gauge.look === "number" || gauge.look === "damage" ? "" : `/${gauge.full}`;
    return `${capital(tell(gauge.label))} ${gauge.value}${of}`;
  });
  const facts = [tell(card.kind), ...(out ? [] : gauges)];
  facts.push(...card.marks.map((mark) => make("span", tell(mark.label), { className: mark.tone })));
  facts.push(...card.todo.map((what) => make("em", tell(what))));
  if (out) facts.push(make("span", out, { className: "bad" }));
  const name = `${card.tag} ${card.name}`;
  const lines = [make("strong", name), make("br"), make("small", facts.flatMap((fact, at) => (at ? [" · ", fact] : [" ", fact])))];
  const made = commands(card.holder)
    ? button("", () => openOrders(name, { unit: card.tag }, ...aboutOf(card)), "card") : make("div", "", { className: "card" });
  made.replaceChildren(...lines);
  if (out) made.classList.add("out");
  if (card.standing === "active") made.classList.add("active");
  const about = within(...aboutOf(card));
  if (commands(card.holder) || !about.length) return made;
  const mark = markOf(`What do the words mean with ${name}?`, () => showSheet(name, ...links(about)));
  return make("div", [made, mark], { className: "marked" });
};

// What waits: an order for an answer or a roll, or a step back for a yes.

/** For whom the table waits: by name, where somebody has given one. */
const waitsFor = (side) => {
  const name = side ? holds(side) : "";
  return make("p", `Waiting for ${side ? [name, sideName(side)].filter(Boolean).join(", ") : "a side"}.`);
};
/** What an order that waits may come to after each answer, for those who only wait. */
const oddsOfEach = ({ choices, each }) => choices.flatMap(({ label }, at) => {
  const odds = tell(each?.[at]?.in_short);
  return odds ? [make("p", `${capital(tell(label))}: ${odds}`)] : [];
});

/** The same, said: whether you are asked, what, and what each answer may come to. */
const waitsInWords = () => {
  const lines = [...$("asked").querySelectorAll("h2, p, button.main")].filter((line) => line.checkVisibility());
  const said = lines.map(({ textContent }) => (/[.?]$/.test(textContent) ? textContent : `${textContent}.`));
  return [...(document.title === ASKED ? ["You are asked."] : []), ...said].join(" ");
};

const ASKED = "You are asked · Trierarch";
let declaredWas = "";
const showAsked = () => {
  const waiting = view.declared;
  // A roll that is half typed in stays.
  const is = JSON.stringify([waiting, view.seat, view.in_hand]);
  if (is === declaredWas) return;
  declaredWas = is;
  const of = waiting && (waiting.asks ? waiting.asks.of : waiting.needs?.ask && waiting.needs.by);
  const isMine = of !== null && of !== undefined && view.seat !== "onlooker" && plays(of);
  // Whoever is asked may be looking elsewhere.
  document.title = isMine ? ASKED : "Trierarch";
  if (isMine) navigator.vibrate?.(80);
  if (!waiting) {
    $("asked").replaceChildren();
    return;
  }
  const lines = [make("h2", capital(tell(waiting.headline)))];
  const isAsked = view.seat !== "onlooker" && plays(of);
  if (waiting.asks) {
    lines.push(make("p", tell(waiting.asks.question)));
    lines.push(...(isAsked ? choicesOf(waiting) : [waitsFor(of), ...oddsOfEach(waiting.asks)]));
  } else if (waiting.needs?.ask) {
    const odds = tell(waiting.needs.rest?.in_short);
    if (odds) lines.push(make("p", capital(odds)));
    lines.push(...(isAsked ? rollOf(waiting) : [waitsFor(of)]));
  }
  const { kind } = waiting.order ?? {};
  lines.push(...links([wordOf("order", kind), question(kind, waiting.asks?.field)]));
  if (waiting.can_be_withdrawn && waiting.by && (view.seat === waiting.by || view.seat === "both")) {
    lines.push(button("Withdraw", () => tells({ withdraw: { of: waiting.of } })));
  }
  $("asked").replaceChildren(make("div", lines));
  if (isMine) $("asked").scrollIntoView({ block: "nearest" });
};

const choicesOf = (waiting) => waiting.asks.choices.flatMap((choice, at) => {
  const answer = { of: waiting.of, field: waiting.asks.field, value: choice.value };
  const made = button(capital(tell(choice.label)), () => tells({ answer }), "main");
  const odds = tell(waiting.asks.each?.[at]?.in_short);
  if (odds) made.append(": ", make("small", odds));
  made.disabled = Boolean(choice.refused);
  return choice.refused ? [made, make("p", whyNot(choice))] : [made];
});

const rollOf = (waiting) => {
  const { throw: dice, purpose } = waiting.needs.ask;
  const took = (faces) => tells({ throw: { of: waiting.of, dice: [faces] } });
  const [pad, first] = dicePad(rollInWords(dice, purpose), dice, took);
  pad.hidden = true;
  const rolled = button("I rolled…", () => {
    pad.hidden = false;
    first.focus();
  });
  const roll = button("Roll", () => tells({ throw: { of: waiting.of, dice: [null] } }), "main");
  return [make("p", `${capital(tell(purpose))}: ${dice}`), make("nav", [roll, rolled], { ariaLabel: "Roll" }), pad];
};

/** A change that is not an order of a form. */
const tells = async (request) => {
  busy(true);
  const answer = await change(request);
  note(answer.waits ? `Side ${answer.waits.of} is asked.` : whyNot(answer));
  lookSoon();
};

meet((answer) => {
  note(answer.waits ? `Side ${answer.waits.of} is asked.` : "");
  scrollTo(0, 0);
  lookSoon();
}, (subject) => {
  const side = subject.side ?? view.cards.find((card) => card.tag === subject.unit)?.holder ?? view.seat;
  return diceOf(side);
});

$("own-dice").addEventListener("change", ({ target }) => tells({ own_dice: { own: target.checked } }));
$("undo").addEventListener("click", () => tells({ undo: {} }));
$("redo").addEventListener("click", () => tells({ redo: {} }));
$("earlier").addEventListener("click", () => {
  howMany += SOME;
  look();
});

// The battle's file, should the host's machine die: `trierarch host --battle FILE`
// goes on with it on another one.

const fileShelf = `${seatsShelf}/file`;
let file = keptAs(fileShelf);
let keeping = false;
const keepFile = async () => {
  const round = JSON.stringify(view.guide.headline);
  const may = view.seat === "owner" || view.seat === "both";
  if (!may || keeping || view.over || view.declared || round === kept.fileRound || view.cursor === 0) return;
  keeping = true;
  // Everybody is told that a file is taken out which holds what sides keep secret.
  const announced = await change({ take_out: {} });
  const answer = announced.ok ? await ask({ tell: "file" }) : announced;
  keeping = false;
  if (!answer.ok) return;
  kept.fileRound = round;
  keep();
  // A long one may be more than the browser keeps; it is here until a reload.
  file = answer.ok.told.file;
  keepAs(fileShelf, file);
  showFile();
};

const showFile = () => {
  const may = view.seat === "owner" || view.seat === "both";
  $("file").hidden = !may || typeof file !== "string";
};

$("file").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  make("a", "", { href: address, download: "table.battle" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
});

// What only the table's owner does.

const showOwner = () => {
  const held = view.seats.filter((one) => one.seat !== "owner");
  // Drawn anew only where the code is another: what a camera looks at stays.
  if (kept.code && $("owner-code").dataset.code !== kept.code) {
    $("owner-code").dataset.code = kept.code;
    $("owner-code").replaceChildren(...handOn(kept));
  }
  place($("owner-seats"), held.length ? held.map((one) => make("li", [
    make("span", `${one.name || "Somebody"}: ${sideInWords(one.seat)}`),
    button("Free the seat", () => owns({ unseat: { seat: one.seat } }, `${one.name || "The seat"} has left the table.`)),
  ])) : [make("li", "Nobody sits at this table yet.")]);
  for (const box of $("owner-settings").querySelectorAll("input")) box.checked = view.settings[box.name];
  for (const list of $("owner-settings").querySelectorAll("select")) list.value = view.settings.own_dice[list.dataset.side];
};

const owns = async (what, said) => {
  const answer = await owner(what);
  if (answer.ok?.code) {
    Object.assign(kept, { code: answer.ok.code, page: answer.ok.page });
    keep();
    showPlaces();
  }
  note(whyNot(answer) || said);
  lookSoon();
};

$("owner-settings").addEventListener("change", ({ target }) => {
  const settings = { ...view.settings };
  if (target.name === "own_dice") {
    settings.own_dice = settings.own_dice.map((of, at) => (at === Number(target.dataset.side) ? target.value : of));
  } else settings[target.name] = target.checked;
  owns({ settings }, "The settings are changed.");
});
$("new-code").addEventListener("click", () => owns({ new_code: {} }, "The old code lets nobody in any more."));
$("close").addEventListener("click", () => confirm(
  "Close the table?", "Everybody is sent away, and nobody can play on.",
  ["Close for all", () => owns({ close: {} }, "")]));

/** A seat with the name of its side. */
const sideInWords = (seat) => (seat === "A" || seat === "B" ? sideName(seat) : seatInWords(seat));

/** Who has a seat that must be free for somebody at another one. */
const inTheWay = (seat) => (seat === "onlooker" ? [] : (view?.seats ?? []).filter((one) =>
  (one.seat === seat || one.seat === "both" || (seat === "both" && (one.seat === "A" || one.seat === "B")))));

/** Somebody asks the owner for a seat. */
const asksForSeat = ({ who, name, seat }) => {
  const id = `who-${who}`;
  if ($(id)) return;
  const newcomer = name || "Somebody";
  const says = async (admit) => {
    const answer = await owner({ admit: { who, ...admit } });
    // Somebody has sat down there meanwhile.
    if (admit.yes && !admit.instead && answer.refused) return sendsAway(whyNot(answer));
    $(id)?.remove();
    note(whyNot(answer));
    lookSoon();
    return undefined;
  };
  const sendsAway = (why) => confirm(
    `Give the seat to ${newcomer}?`, why, [`Let ${newcomer} in instead`, () => says({ yes: true, instead: true })]);
  const lets = () => {
    const there = inTheWay(seat);
    if (!there.length) return says({ yes: true });
    const sitting = there.map((one) => one.name || "Somebody").join(" and ");
    return sendsAway(`${sitting} sits at ${sideInWords(seat)}, and leaves the table.`);
  };
  const words = `${newcomer} asks for ${seatInWords(seat)}.`;
  const buttons = [button("Let in", lets, "main"), button("Refuse", () => says({ yes: false }))];
  const group = make("div", [make("p", words), make("nav", buttons, { ariaLabel: words })], { id, role: "group", ariaLabel: words });
  $("asks").append(group);
};

// What is heard.

const inWords = (news) => {
  if (news.declined) return "The other side said no.";
  if (news.withdrawn) return "What waited was withdrawn.";
  if (news.undone) return "An order was undone.";
  if (news.redone) return "An order was redone.";
  if (news.amended) return "An earlier order was amended.";
  if (news.taken_out) return "The battle’s file was taken out, with both sides’ secrets in it.";
  if (news.settings) return "The settings of the table are changed.";
  return null;
};

const left = (why) => {
  view = null;
  document.title = "Trierarch";
  staysOn(false);
  closeSheet();
  note("");
  showJoin(why);
};

hear({
  entered: async () => {
    if (await goesWhole()) return;
    $("asks").replaceChildren();
    look();
    showPlaces();
    judgeAgain();
  },
  waiting: showWaiting,
  asks: asksForSeat,
  answered: (frame) => note(whyNot(frame)),
  news: (told) => {
    const words = told.by === view?.seat ? null : inWords(told);
    if (words !== null) note(words);
    else if (told.entry) note("");
    lookSoon();
  },
  left,
  closed: () => {
    staysOn(false);
    closeSheet();
    note("");
    showClosed();
  },
});

comeIn();
