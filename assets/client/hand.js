// The cards of a hand: real ones, each with its text; a tap shows what can be done with it.

import { nameOfUnit } from "./fleets.js";
import { ask } from "./line.js";
import { openForm } from "./orders.js";
import { closeSheet, showSheet } from "./sheet.js";
import { commands, firstSide, now, unitOf } from "./table.js";
import { $, button, make, place, tell } from "./words.js";

/** The text of each card that was seen, by its name. */
const texts = new Map();
const offersOf = async (subject) => (await ask({ offers: subject.unit ? { ship: subject.unit } : subject })).ok?.offers ?? [];

/** What can be done with a card now: each order that takes one, who gives it, and the field. */
const usesOf = async (card) => {
  const isActor = now.actor && commands(unitOf(now.actor).holder);
  const subjects = [...(isActor ? [{ unit: now.actor }] : []), { side: firstSide() }];
  const takes = ({ choices = [] }) => choices.some(({ value, refused }) => value === card && !refused);
  const offers = await Promise.all(subjects.map(offersOf));
  return offers.flatMap((all, at) => all.filter(({ refused, warnings }) => !refused && !warnings.length).flatMap((offer) =>
    offer.fields.filter(takes).map((field) => ({ offer, field, subject: subjects[at] }))));
};

const opensCard = async (card) => {
  const uses = await usesOf(card);
  // A shared device may have been passed on meanwhile.
  if (!now.state) return;
  const buttons = uses.map(({ offer, field, subject }) => {
    const value = field.type === "texts" ? [card] : card;
    return button(subject.unit ? `${offer.name}: ${nameOfUnit(unitOf(subject.unit))}` : offer.name, () => {
      closeSheet();
      openForm(subject, offer.kind, { filled: { [field.name]: value } });
    }, "card");
  });
  const none = now.actor ? "Nothing can be done with this card now." : "To lay this card behind a unit, tap the unit first.";
  showSheet(card, make("p", texts.get(card)), ...(buttons.length ? buttons : [make("p", none, { className: "rule" })]));
};

/** Learns the texts of cards, which stand in the orders that take one. */
const learns = async (hand) => {
  if (hand.every((card) => texts.has(card))) return;
  for (const card of hand) texts.set(card, texts.get(card) ?? "");
  const offers = await offersOf({ side: firstSide() });
  for (const { value, label } of offers.flatMap(({ fields }) => fields.flatMap(({ choices }) => choices ?? []))) {
    const words = tell(label);
    if (texts.has(value)) texts.set(value, words.slice(words.indexOf(": ") + 1).trim());
  }
  if (now.state) showCards();
};

/** A card, or several that are alike. */
const drawn = ([card, count]) => {
  const made = button("", () => opensCard(card), "playing-card");
  made.append(make("strong", count > 1 ? `${card} ×${count}` : card), " ", make("small", texts.get(card)));
  return made;
};

export const showCards = () => {
  const hand = now.state?.sides[firstSide() === "A" ? 0 : 1].hand ?? [];
  $("cards").hidden = !hand.length;
  const kinds = [...new Set(hand)].map((card) => [card, hand.filter((one) => one === card).length]);
  place($("cards"), kinds.map(drawn));
  learns(hand);
};
