// An order that waits for an answer or for dice of a side. It is above everything else in the dock
// until it has them.

import { explained, question, wordOf } from "./cards.js";
import { dicePad, rollInWords } from "./dice_pad.js";
import { sendChange } from "./play.js";
import { diceOf, holderName, now, sideTitle } from "./table.js";
import { isAsked, waitedFor, whatIsDue } from "./turn_line.js";
import { $, button, capital, make, tell, whyNot } from "./words.js";

/** The player for whom the table waits, by name if there is one. */
const waitingLine = (side) => {
  const name = side ? holderName(side) : "";
  return make("p", `Waiting for ${side ? [name, sideTitle(side)].filter(Boolean).join(", ") : "a side"}.`);
};
/** The odds of an order after each possible answer, for seats that only wait. */
const oddsOfEach = ({ choices, each }) => choices.flatMap(({ label }, at) => {
  const odds = tell(each?.[at]?.in_short);
  return odds ? [make("p", `${capital(tell(label))}: ${odds}`, { className: "rule" })] : [];
});

const choicesOf = (waiting) => {
  const refused = [];
  const buttons = waiting.asks.choices.map((choice, at) => {
    const answer = { of: waiting.of, field: waiting.asks.field, value: choice.value };
    const made = button(capital(tell(choice.label)), () => sendChange({ answer }), "answer");
    const odds = tell(waiting.asks.each?.[at]?.in_short);
    if (odds) made.append(": ", make("small", odds));
    made.disabled = Boolean(choice.refused);
    if (choice.refused) refused.push(make("p", whyNot(choice), { className: "rule" }));
    return made;
  });
  return [make("nav", buttons, { ariaLabel: "Answers" }), ...refused];
};

const rollOf = (waiting) => {
  const { throw: dice, purpose } = waiting.needs.ask;
  const of = diceOf(waitedFor(waiting));
  const enterRoll = (entry) => sendChange({ throw: { of: waiting.of, dice: [entry] } });
  const what = make("p", `${capital(tell(purpose))}: ${dice}`);
  // While the pad is open, it takes the place of the buttons.
  const showPad = (is) => {
    pad.hidden = !is;
    what.hidden = is;
    buttons.hidden = is;
    (is ? first : rolled).focus();
  };
  const [pad, first] = dicePad({
    words: rollInWords(dice, purpose), roll: dice, onRoll: enterRoll, isApp: of !== "own", onLeave: () => showPad(false),
  });
  pad.hidden = true;
  const rolled = button("I rolled…", () => showPad(true));
  const roll = button("Roll", () => enterRoll(null), "main");
  const buttons = make("nav", of === "app" ? [roll] : of === "own" ? [rolled] : [rolled, roll], { ariaLabel: "Roll" });
  return [what, buttons, pad];
};

const drawn = (waiting) => {
  const isOwn = isAsked();
  const of = waitedFor(waiting);
  const own = waiting.asks ? "You are asked" : "Your roll";
  const { kind } = waiting.order ?? {};
  const lines = [
    make("h2", isOwn ? own : whatIsDue(waiting)),
    make("p", [explained(capital(tell(waiting.headline)), wordOf("order", kind))], { className: "what" }),
  ];
  if (waiting.asks) {
    lines.push(make("p", [explained(tell(waiting.asks.question), question(kind, waiting.asks.field))]));
    lines.push(...(isOwn ? choicesOf(waiting) : [waitingLine(of), ...oddsOfEach(waiting.asks)]));
  } else if (waiting.needs?.ask) {
    const odds = tell(waiting.needs.rest?.in_short);
    if (odds) lines.push(make("p", capital(odds), { className: "rule" }));
    lines.push(...(isOwn ? rollOf(waiting) : [waitingLine(of)]));
  }
  if (waiting.can_be_withdrawn && waiting.by && (now.view.seat === waiting.by || now.view.seat === "both")) {
    lines.push(button("Withdraw the order", () => sendChange({ withdraw: { of: waiting.of } })));
  }
  return make("div", lines, { className: isOwn ? "own" : "" });
};

let before = "";
/** Forgets the last question, so that the next one is drawn from scratch. */
export const forgetAsked = () => {
  before = "";
  $("asked").replaceChildren();
};
export const showAsked = () => {
  const waiting = now.view.declared;
  // If nothing has changed, a roll that is partly entered stays.
  const state = JSON.stringify([waiting, now.view.seat, now.view.in_hand]);
  if (state === before) return;
  before = state;
  $("asked").replaceChildren(...(waiting ? [drawn(waiting)] : []));
};

/** The pending order in words, for a screen reader. */
export const waitsInWords = () => {
  const lines = [...$("asked").querySelectorAll("h2, p, .answer")].filter((line) => line.checkVisibility());
  return lines.map(({ textContent }) => (/[.?]$/.test(textContent) ? textContent : `${textContent}.`)).join(" ");
};
