// The cards in a hand, each with its text. A tap shows the orders that can use the card.

import { nameOfUnit } from "./fleets.js";
import { ask } from "./connection.js";
import { openForm } from "./orders.js";
import { closeSheet, showSheet } from "./sheet.js";
import { firstSide, isCovered, mayCommand, now, sideView, unitOf } from "./table.js";
import { $, button, make, place } from "./words.js";

/** The cards that this seat may see in the hand of the first side shown. */
const hand = () => (now.view ? sideView(firstSide()).marks ?? [] : []).flatMap((mark) => mark.hand ?? []);
const offersOf = async (subject) => (await ask({ offers: subject.unit ? { ship: subject.unit } : subject })).ok?.offers ?? [];

/** The present uses of a card: each order that takes one, its unit or side, and the field. */
const usesOf = async (card) => {
  const isActor = now.actor && mayCommand(unitOf(now.actor).holder);
  const subjects = [...(isActor ? [{ unit: now.actor }] : []), { side: firstSide() }];
  const takes = ({ choices = [] }) => choices.some(({ value, refused }) => value === card && !refused);
  const offers = await Promise.all(subjects.map(offersOf));
  return offers.flatMap((all, at) => all.filter(({ refused, warnings }) => !refused && !warnings.length).flatMap((offer) =>
    offer.fields.filter(takes).map((field) => ({ offer, field, subject: subjects[at] }))));
};

const openCard = async ({ name, text }) => {
  const uses = await usesOf(name);
  // The player may have passed the device meanwhile.
  if (isCovered() || !hand().some((held) => held.name === name)) return;
  const buttons = uses.map(({ offer, field, subject }) => {
    const value = field.type === "texts" ? [name] : name;
    return button(subject.unit ? `${offer.name}: ${nameOfUnit(unitOf(subject.unit))}` : offer.name, () => {
      closeSheet();
      openForm(subject, offer.kind, { filled: { [field.name]: value } });
    }, "card");
  });
  const none = now.actor ? "Nothing can be done with this card now." : "To lay this card behind a unit, tap the unit first.";
  showSheet(name, make("p", text), ...(buttons.length ? buttons : [make("p", none, { className: "rule" })]));
};

/** A card, or several that are alike. */
const drawn = (card) => {
  const made = button("", () => openCard(card), "playing-card");
  made.append(make("strong", card.count > 1 ? `${card.name} ×${card.count}` : card.name), " ", make("small", card.text));
  return made;
};

export const showCards = () => {
  $("cards").hidden = !hand().length;
  place($("cards"), hand().map(drawn));
};
