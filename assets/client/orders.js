// Orders of a unit, a side or the battle: the list behind More…, and the form of one of them.

import { explained, links, within, wordOf } from "./cards.js";
import { formOf } from "./form.js";
import { ask } from "./connection.js";
import { closeSheet, showSheet } from "./sheet.js";
import { closeStage, openStage } from "./stage.js";
import { busy, diceOf, now, readSoon, sideOf, unitOf } from "./table.js";
import { $, button, make, tell, whyNot } from "./words.js";

/** The subject of a request for offers, from a subject in the protocol. */
export const offersSubject = (subject) => {
  if (subject.unit) return { ship: subject.unit };
  if (subject.side) return { side: subject.side };
  return {};
};

/** The terms to explain, below the orders on the sheet. */
const wordsHere = (found) => (found.length ? [make("h3", "Terms used here"), ...links(found)] : []);

/** The orders of a unit or a side that its turn card does not have; `about` has the terms on its
 * card. */
export const openOrders = async (title, subject, ...about) => {
  showSheet(title, make("p", "…"));
  const answer = await ask({ offers: offersSubject(subject) });
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

/** Opens an order that is partly filled in. If it has no open question, roll or warning, it is given
 * at once. `more` are the options of `formOf`. */
export const openForm = async (subject, kind, more = {}) => {
  busy(true);
  const answer = await ask({ offers: offersSubject(subject) });
  const offer = answer.ok?.offers.find((one) => one.kind === kind);
  if (!offer) $("notice").textContent = whyNot(answer) || "This order is no longer open.";
  // After an order was given, reading the table again ends the busy state.
  const isGiven = offer && await showForm(offer, subject, { ...more, isTapped: true });
  if (!isGiven) busy(false);
};

/** Shows the form of an order, unless the tap has given it. Returns whether it was given. */
const showForm = async (offer, subject, more = {}) => {
  let isDone = false;
  const done = (answer) => {
    isDone = true;
    closeStage();
    $("notice").textContent = "";
    if (subject.unit && !answer.waits) now.chosen = subject.unit;
    now.target = null;
    readSoon();
  };
  const form = formOf(offer, subject, { ...more, diceOf: diceOf(sideOf(subject)), done, back: closeStage });
  // An order that the tap has given needs no form.
  if (more.isTapped) await form.first;
  if (isDone) return true;
  const card = subject.unit ? unitOf(subject.unit) : null;
  const of = card ? `${card.tag} ${card.name}` : subject.side;
  const what = more.text ?? offer.name;
  openStage({ ...form, title: of ? `${of}: ${what}` : what });
  return false;
};
