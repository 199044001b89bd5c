// Amendments: an earlier order is edited or removed, or a forgotten one is inserted before it. The
// page shows the effects on it and on later orders before the player accepts. For each later order
// that is no longer possible, the player decides.

import { dicePad, rollInWords } from "./dice_pad.js";
import { nameOfUnit } from "./fleets.js";
import { formOf } from "./form.js";
import { ask, change } from "./connection.js";
import { offersSubject } from "./orders.js";
import { closeSheet, showSheet } from "./sheet.js";
import { closeStage, openStage } from "./stage.js";
import { isPlayer, mayCommand, now, readSoon, sideTitle, unitOf } from "./table.js";
import { $, button, capital, make, tell, whyNot } from "./words.js";

/** Whether this seat may edit an order of the log. */
const mayEdit = ({ given_by: by, secret, undone }) => {
  if (!isPlayer() || secret || undone || now.view.declared) return false;
  const side = by.side ?? unitOf(by.unit)?.holder;
  return by === "battle" || (side !== undefined && mayCommand(side));
};
/** The buttons to edit, remove or insert at an order of the log. */
export const editsOf = (row) => {
  const edit = mayEdit(row) ? [
    button("Edit this order…", () => editOrder(row)),
    button("Remove this order…", () => previewEdit({ index: row.index, change: "drop", decisions: [], note: "" })),
  ] : [];
  const mayInsert = isPlayer() && !row.undone && !now.view.declared;
  const insert = mayInsert ? [button("Insert before…", () => insertBefore(row))] : [];
  const all = [...edit, ...insert];
  return all.length ? [make("nav", all, { ariaLabel: "This order" })] : [];
};

/** Opens the form of an order, checked at the position before a row of the log. `instead` gets the order. */
const openEarlierForm = async (row, { subject, kind, fields }, { title, instead }) => {
  const draft = { subject, kind, ...(fields ? { fields } : {}), cursor: row.index };
  const [answer, offers] = await Promise.all([ask({ judge: draft }), ask({ offers: offersSubject(subject) })]);
  const offer = offers.ok?.offers.find((one) => one.kind === kind);
  if (!answer.ok || !offer) return showSheet(title, make("p", whyNot(answer) || "The form of this order cannot be opened now."));
  // The questions are the present ones, the answers those of the earlier order.
  const asked = answer.ok.judged.offer.fields;
  const then = offer.fields.map((field) => ({ ...field, ...asked.find(({ name }) => name === field.name) }));
  const form = formOf({ ...offer, fields: then, warnings: [] }, subject, { filled: fields, cursor: row.index, instead, diceOf: "app", back: closeStage });
  closeSheet();
  openStage({ ...form, title });
  return undefined;
};

/** Opens an earlier order with the values that it was given with. */
const editOrder = (row) => {
  const { kind, ...fields } = row.order;
  const instead = (order) => previewEdit({ index: row.index, change: { replace: { order, dice: null } }, decisions: [], note: "" });
  return openEarlierForm(row, { subject: row.given_by, kind, fields }, { title: `Edit ${row.index + 1}: ${tell(row.headline)}`, instead });
};

/** Asks which unit or side forgot an order, then which order. */
const insertBefore = (row) => {
  const of = (words, subject) => button(words, () => chooseForgotten(row, words, subject), "card");
  const units = now.view.cards.filter((card) => mayCommand(card.holder)).map((card) => of(nameOfUnit(card), { unit: card.tag }));
  const sides = ["A", "B"].filter(mayCommand).map((side) => of(sideTitle(side), { side }));
  return showSheet(`Insert before order ${row.index + 1}`, make("p", "Whose order was forgotten?"), ...units, ...sides, of("The battle", "battle"));
};
const chooseForgotten = async (row, name, subject) => {
  const { ok } = await ask({ offers: offersSubject(subject) });
  const title = `Insert before order ${row.index + 1}: ${name}`;
  // The players enter dice that they rolled on the table, or the app rolls now.
  const instead = (order) => previewEdit({ index: row.index, change: { insert: { order, dice: { entered: [] } } }, decisions: [], note: "" });
  const kinds = (ok?.offers ?? []).map(({ kind, name: words }) => button(words, () => openEarlierForm(row, { subject, kind }, { title: `${title}: ${words}`, instead }), "card"));
  return showSheet(title, ...(kinds.length ? kinds : [make("p", "There is no order to insert.")]));
};

const REMEDIES = [
  ["keep", "Accept the new result", "keep"], ["roll_the_rest", "Roll the rest", { "throw-the-rest": "program" }],
  ["roll_again", "Roll again", { "throw-again": "program" }], ["take_out", "Remove it", "drop"],
];
const sameAs = (one) => (other) => JSON.stringify(one) === JSON.stringify(other);

/** An order that is no longer possible, with the possible decisions. */
const brokenOf = (trial) => ({ step, number, headline, why, remedies, decision }) => {
  const can = REMEDIES.filter(([name]) => remedies[name]);
  const decides = (chosen) => previewEdit({ ...trial, decisions: [...trial.decisions.filter((one) => one.step !== step), { step, decision: chosen }] });
  const buttons = can.map(([, words, one]) => {
    const made = button(words, () => decides(one), "chip");
    made.ariaPressed = String(sameAs(one)(decision));
    return made;
  });
  const none = make("p", "The other side decides.", { className: "rule" });
  return make("section", [
    make("h3", `${number}. ${tell(headline)}`), make("p", capital(tell(why)), { className: "rule" }),
    can.length ? make("div", buttons, { className: "chips" }) : none,
  ]);
};

/** The roll that the edited or inserted order still needs: entered by the player, or made by the app. */
const rollOf = (trial, { ask: roll, after = [] }) => {
  const [[what, { order, dice }]] = Object.entries(trial.change);
  const entered = dice?.entered ?? [];
  const enterRoll = (entry) => previewEdit({ ...trial, change: { [what]: {
    order, dice: entry !== null ? { entered: [...entered, entry] } : entered.length ? { "entered-then-program": entered } : "program",
  } } });
  const [pad] = dicePad({ words: rollInWords(roll.throw, roll.purpose), roll: roll.throw, onRoll: enterRoll });
  return [...after.length ? [make("p", `Rolls so far: ${after.length}`, { className: "rule" })] : [], pad];
};

/** Previews an edit. Nothing is changed yet. */
const previewEdit = async (trial) => {
  const answer = await ask({ trial });
  const tried = answer.ok?.tried;
  const isRemoved = trial.change === "drop";
  const isInserted = Boolean(trial.change.insert);
  const title = isInserted ? `Insert before order ${trial.index + 1}` : `${isRemoved ? "Remove" : "Edit"} order ${trial.index + 1}`;
  if (!tried) return showSheet(title, make("p", whyNot(answer), { className: "bad" }));
  const needs = tried.needs?.[0] === null && !isRemoved ? tried.needs[1] : null;
  const note = make("input", "", { value: trial.note, maxLength: 200, autocomplete: "off" });
  const why = make("p", "", { className: "bad" });
  why.setAttribute("role", "alert");
  const confirmButton = button(isInserted ? "Insert the order" : isRemoved ? "Remove the order" : "Edit the order", async () => {
    const done = await change({ amend: { ...trial, note: note.value } });
    if (!done.ok && !done.waits) {
      why.textContent = whyNot(done);
      return;
    }
    closeSheet();
    closeStage();
    $("notice").textContent = "";
    readSoon();
  }, "main");
  confirmButton.disabled = Boolean(tried.fault || needs) || tried.open > 0;
  return showSheet(title,
    ...(tried.fault && !needs ? [make("p", capital(tell(tried.fault)), { className: "bad" })] : []),
    ...(needs?.ask ? rollOf(trial, needs) : []),
    ...(tried.entries.length && !isRemoved ? [make("p", `${isInserted ? "Inserted" : "Edited"}: ${tell(tried.entries[0].headline)}`)] : []),
    ...(tried.odds ? [make("p", "The app rolls its dice when you confirm.", { className: "rule" })] : []),
    make("p", tried.later ? `Orders after it: ${tried.later}. No longer valid: ${tried.broken.length}.` : "No order comes after it.", { className: "rule" }),
    ...tried.broken.map(brokenOf(trial)),
    make("label", [make("span", "Reason, for the log"), note]), why, confirmButton);
};
