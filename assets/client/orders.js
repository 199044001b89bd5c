// The sheet that lies over the table: what a unit may do, and the form of an order.

import { closeCards, explained, links, within, wordOf } from "./cards.js";
import { formOf } from "./form.js";
import { ask } from "./line.js";
import { announcesOn } from "./said.js";
import { $, button, make, whyNot } from "./words.js";

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
  announcesOn(document.body);
};
$("sheet-close").addEventListener("click", closeSheet);
sheet.addEventListener("cancel", closeSheet);
export const showSheet = (title, ...children) => {
  judgeOpen = () => {};
  const heading = make("h2", title, { id: "sheet-title", tabIndex: -1 });
  $("sheet-body").replaceChildren(heading, ...children);
  if (!sheet.open) sheet.showModal();
  announcesOn(sheet);
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

/** Whom offers are asked of, from a subject as the door writes it: a unit, a side or the
 * battle. */
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
    made.dataset.kind = offer.kind;
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

const showForm = (offer, subject) => {
  const own = subject.unit ?? subject.side;
  const done = (answer) => {
    closeSheet();
    onDone(answer);
  };
  const [elements, judge] = formOf(offer, subject, { diceOf, done });
  showSheet(own ? `${offer.name}: ${own}` : offer.name, ...elements);
  judgeOpen = judge;
};
