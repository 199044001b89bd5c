// Orders of a unit, a side or the battle: the list behind More…, and the form of one of them.

import { explained, links, within, wordOf } from "./cards.js";
import { formOf } from "./form.js";
import { ask } from "./line.js";
import { closeSheet, showSheet } from "./sheet.js";
import { closes, opens } from "./stage.js";
import { busy, diceOf, now, readSoon, sideOf, unitOf } from "./table.js";
import { $, button, make, tell, whyNot } from "./words.js";

/** Whose offers are asked for, from a subject as the protocol writes it. */
export const giver = (subject) => {
  if (subject.unit) return { ship: subject.unit };
  if (subject.side) return { side: subject.side };
  return {};
};

/** The words of what a sheet is about, below what can be done there. */
const wordsHere = (found) => (found.length ? [make("h3", "Terms used here"), ...links(found)] : []);

/** What a unit or a side may do, except for what its turn card offers; `about` are the words on
 * its card. */
export const openOrders = async (title, subject, ...about) => {
  showSheet(title, make("p", "…"));
  const answer = await ask({ offers: giver(subject) });
  if (!answer.ok) return showSheet(title, make("p", whyNot(answer)));
  const open = (offer) => !offer.refused;
  const orders = answer.ok.offers.filter(open).map((offer) => {
    const late = offer.warnings.length ? [make("br"), make("small", offer.warnings.map(tell).join("; "), { className: "bad" })] : [];
    const made = button("", () => {
      closeSheet();
      showForm(offer, subject);
    }, "card");
    made.append(make("strong", offer.name), make("br"), make("small", offer.what), ...late);
    made.dataset.kind = offer.kind;
    return made;
  });
  const refused = answer.ok.offers.filter((offer) => !open(offer)).map((offer) =>
    make("li", [explained(offer.name, wordOf("order", offer.kind)), make("span", `: ${offer.refused.why}.`)]));
  const closed = refused.length ? [make("h3", "Not now"), make("ul", refused, { className: "rule" })] : [];
  return showSheet(title, ...orders, ...closed, ...wordsHere(within(...about)));
};

/** Opens an order as far as it is filled in; if nothing is left to say, roll or warn about, it
 * is given. `more` is what `formOf` takes. */
export const openForm = async (subject, kind, more = {}) => {
  busy(true);
  const answer = await ask({ offers: giver(subject) });
  const offer = answer.ok?.offers.find((one) => one.kind === kind);
  if (!offer) $("notice").textContent = whyNot(answer) || "This order is no longer open.";
  // What was given is read again.
  const isGiven = offer && await showForm(offer, subject, { ...more, isTapped: true });
  if (!isGiven) busy(false);
};

/** Shows the form of an order, unless the tap was enough. Returns whether it was given. */
const showForm = async (offer, subject, more = {}) => {
  let isDone = false;
  const done = (answer) => {
    isDone = true;
    closes();
    $("notice").textContent = "";
    if (subject.unit && !answer.waits) now.chosen = subject.unit;
    now.target = null;
    readSoon();
  };
  const form = formOf(offer, subject, { ...more, diceOf: diceOf(sideOf(subject)), done, back: closes });
  // What the tap gave needs no form.
  if (more.isTapped) await form.first;
  if (isDone) return true;
  const card = subject.unit ? unitOf(subject.unit) : null;
  const of = card ? `${card.tag} ${card.name}` : subject.side;
  const what = more.text ?? offer.name;
  opens({ ...form, title: of ? `${of}: ${what}` : what });
  return false;
};
