// The owner’s page: requests for seats, the seats, settings, the code, and the battle file.

import { ask, change, changeAsOwner, save, seatStorageKey, stored } from "./connection.js";
import { invitation } from "./invite.js";
import { seatInWords, showPlaces } from "./lobby.js";
import { note } from "./play.js";
import { confirm } from "./sheet.js";
import { now, readSoon, sideTitle } from "./table.js";
import { load, store } from "./storage.js";
import { signalRequest } from "./turn_line.js";
import { $, button, make, place, whyNot } from "./words.js";

/** A seat with the name of its side. */
const sideInWords = (seat) => (seat === "A" || seat === "B" ? sideTitle(seat) : seatInWords(seat));
const nameOf = ({ name, seat }) => name || `The player of ${sideInWords(seat)}`;

export const showOwner = () => {
  const { view } = now;
  // An owner may also have a seat.
  const isOwner = view.seat === "owner" || Boolean(stored.owns);
  $("owner").hidden = !isOwner;
  if (!isOwner) return;
  const held = view.seats.filter((one) => one.seat !== "owner");
  // The QR code is drawn again only if the code changes, because a camera may be reading it.
  if (stored.code && $("owner-code").dataset.code !== stored.code) {
    $("owner-code").dataset.code = stored.code;
    $("owner-code").replaceChildren(...invitation(stored));
  }
  place($("owner-seats"), held.length ? held.map((one) => make("li", [
    make("span", `${one.name || "A player"}: ${sideInWords(one.seat)}`),
    button("Free the seat", () => sendAsOwner({ unseat: { seat: one.seat } }, `${nameOf(one)} has left the table.`)),
  ])) : [make("li", "All seats are free.")]);
  for (const box of $("owner-settings").querySelectorAll("input")) box.checked = view.settings[box.name];
  for (const list of $("owner-settings").querySelectorAll("select")) list.value = view.settings.own_dice[list.dataset.side];
};

const sendAsOwner = async (what, notice) => {
  const answer = await changeAsOwner(what);
  if (answer.ok?.code) {
    Object.assign(stored, { code: answer.ok.code, page: answer.ok.page });
    save();
    showPlaces();
  }
  note(whyNot(answer) || notice);
  readSoon();
};

$("owner-settings").addEventListener("change", ({ target }) => {
  const settings = { ...now.view.settings };
  if (target.name === "own_dice") {
    settings.own_dice = settings.own_dice.map((of, at) => (at === Number(target.dataset.side) ? target.value : of));
  } else settings[target.name] = target.checked;
  sendAsOwner({ settings }, "Settings changed.");
});
$("new-code").addEventListener("click", () => sendAsOwner({ new_code: {} }, "The old code no longer works."));
$("close").addEventListener("click", () => confirm(
  "Close the table?", "This disconnects all players and ends play at this table.",
  ["Close for all", () => sendAsOwner({ close: {} }, "")]));

/** The players who must leave the table before another player can be let in. */
const inTheWay = (seat) => (seat === "onlooker" ? [] : (now.view?.seats ?? []).filter((one) =>
  (one.seat === seat || one.seat === "both" || (seat === "both" && (one.seat === "A" || one.seat === "B")))));

/** Shows a request for a seat, on whichever page the owner is. */
export const showSeatRequest = ({ who, name, seat }) => {
  const id = `who-${who}`;
  if ($(id)) return;
  const newcomer = name || "A player";
  const decide = async (decision) => {
    const answer = await changeAsOwner({ admit: { who, ...decision } });
    // Another player has taken the seat meanwhile.
    if (decision.yes && !decision.instead && answer.refused) return confirmReplacement(`To free ${sideInWords(seat)}, the player who has taken it must leave the table.`);
    $(id)?.remove();
    note(whyNot(answer));
    readSoon();
    return undefined;
  };
  const confirmReplacement = (why) => confirm(
    `Give the seat to ${newcomer}?`, why, [`Give the seat to ${newcomer}`, () => decide({ yes: true, instead: true })]);
  const letIn = () => {
    const there = inTheWay(seat);
    if (!there.length) return decide({ yes: true });
    const sitting = there.map((one) => one.name || "A player").join(" and ");
    return confirmReplacement(`To free ${sideInWords(seat)}, ${sitting} must leave the table.`);
  };
  const words = `${newcomer} asks for ${seatInWords(seat)}.`;
  const buttons = [button("Let in", letIn, "main"), button("Refuse", () => decide({ yes: false }))];
  $("asks").append(make("div", [make("p", words), make("nav", buttons, { ariaLabel: words })], { id, role: "group", ariaLabel: words }));
  signalRequest();
};

// The battle file, in case the host’s machine fails: `trierarch host --battle FILE` continues it
// on another machine.

const fileStorageKey = `${seatStorageKey}/file`;
let file = load(fileStorageKey);
let isExporting = false;
const mayHaveFile = () => now.view.seat === "owner" || now.view.seat === "both";

export const storeFile = async () => {
  const { view } = now;
  const round = JSON.stringify(view.guide.headline);
  if (!mayHaveFile() || isExporting || view.over || view.declared || round === stored.fileRound || view.cursor === 0) return;
  isExporting = true;
  // Everyone sees a notice of the export, because the file has the secrets of both sides.
  const announced = await change({ take_out: {} });
  const answer = announced.ok ? await ask({ tell: "file" }) : announced;
  isExporting = false;
  if (!answer.ok) return;
  stored.fileRound = round;
  save();
  // A long file may be too large for the browser's storage; then it is lost on a reload.
  file = answer.ok.told.file;
  store(fileStorageKey, file);
  showFile();
};
export const showFile = () => { $("file").hidden = !mayHaveFile() || typeof file !== "string"; };

$("file").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([file], { type: "application/json" }));
  make("a", "", { href: address, download: "table.battle" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
});
