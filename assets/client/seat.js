// The page of a seat at a table, in a browser. It computes no rule: the server tells it which
// orders are possible, and their results.

import { announce } from "./announcer.js";
import { forgetAsked, showAsked, waitsInWords } from "./pending.js";
import { keepScreenOn } from "./awake.js";
import { explained, phase } from "./cards.js";
import { showDock } from "./dock.js";
import { showFleets } from "./fleets.js";
import { isGreekShown, showGreek } from "./latin.js";
import { setHandlers } from "./connection.js";
import { showClosed, showJoin, showPlaces, showWaiting } from "./lobby.js";
import { showFile, showOwner, showSeatRequest, storeFile } from "./owner.js";
import { closeAll, note, sendChange } from "./play.js";
import { showCards } from "./hand.js";
import { openLuck } from "./luck.js";
import { keepFocus } from "./focus.js";
import { showRecord } from "./record.js";
import { showLast, showLog } from "./results.js";
import { showInvitation } from "./screen.js";
import { empty, showHand } from "./shared_device.js";
import { judgeAgain, onClosed } from "./stage.js";
import { hideTabs, showTabs } from "./tabs.js";
import { showTerms } from "./terms.js";
import { forget, isCovered, isPlayer, now, onRead, read, readEarlier, readSoon } from "./table.js";
import { clearTurn, showTurn } from "./turn_line.js";
import { showZones } from "./zones.js";
import { showCard } from "./turn_card.js";
import { $, capital, logged, place, tell } from "./words.js";

/** The phases of the turn: the present one in bold. */
const showPhases = () => place($("phases"), now.view.guide.steps.map((step) => {
  const made = explained(capital(tell(step.name)), phase(step.name));
  if (step.stands === "now") {
    made.classList.add("now");
    made.ariaCurrent = "step";
  }
  return made;
}));

const showSteps = () => {
  $("steps-back").hidden = !isPlayer() || isCovered();
  $("undo").disabled = now.view.cursor === 0;
  $("redo").disabled = now.view.cursor === now.view.len;
};

const show = () => {
  const covered = isCovered();
  for (const id of ["lobby", "join", "waiting"]) $(id).hidden = true;
  $("table").hidden = false;
  $("table").dataset.seat = now.view.seat;
  $("table").dataset.covered = String(covered);
  showSteps();
  // The line is fitted to the space that the steps leave.
  showTurn();
  showOwner();
  showHand();
  showAsked();
  showFile();
  if (covered) {
    hideTabs();
    empty();
    return;
  }
  showTabs();
  showInvitation();
  showTerms();
  showPhases();
  showFleets();
  showZones();
  showCards();
  showLast();
  showLog();
  showCard();
  showRecord();
  showDock();
};

/** The index of the first order of the log that was not yet announced. */
let firstUnannounced = 0;
/** Announces a text once, until another text of the same sort. */
const once = () => {
  let last = "";
  return (text) => {
    if (text !== last) announce(text);
    last = text;
  };
};
const [announceNext, announceAsked] = [once(), once()];
/** Announces the changes since the last reading: first the orders with their dice, then the next
 * step, then the questions. */
const announceChanges = (before) => {
  const { view, rows } = now;
  // An undo is announced by its event.
  if (!before || view.cursor < firstUnannounced) firstUnannounced = view.cursor;
  for (const row of rows) {
    if (row.index >= firstUnannounced && row.index < view.cursor) announce(logged(row).map((line) => line.textContent).join(". "));
  }
  firstUnannounced = view.cursor;
  if (!isCovered() && !view.declared) {
    const next = view.over ? tell(view.prompt) : now.next?.text ?? "";
    announceNext([$("headline").textContent, $("turn").textContent, next].filter(Boolean).map((one) => one.replace(/\.$/, "")).join(". "));
  }
  announceAsked(view.declared ? waitsInWords() : "");
};

onRead((before) => {
  keepScreenOn(!now.view.over);
  // The device has changed hands: every form of the previous player is closed.
  if (before?.in_hand && before.in_hand !== now.view.in_hand) closeAll();
  keepFocus(show);
  announceChanges(before);
  storeFile();
});
onClosed(() => { if (now.view) show(); });

$("undo").addEventListener("click", () => sendChange({ undo: {} }));
$("redo").addEventListener("click", () => sendChange({ redo: {} }));
$("greek").firstElementChild.checked = isGreekShown();
$("greek").addEventListener("change", ({ target }) => {
  showGreek(target.checked);
  read();
});
$("earlier").addEventListener("click", readEarlier);
$("luck").addEventListener("click", openLuck);

/** The change from the settings in the view: a player’s choice of dice, or a change by the owner. */
const settingsInWords = ({ rolls_itself: itself, ...settings }) => {
  if (!now.view) return null;
  const { rolls_itself: before, ...others } = now.view.settings;
  const at = itself.findIndex((one, side) => one !== before[side]);
  if (at < 0 || JSON.stringify(settings) !== JSON.stringify(others)) return "The owner changed the settings of the table.";
  return `Dice of side ${"AB"[at]}: its own${itself[at] ? "" : " or the app’s"}.`;
};
const inWords = (news) => {
  if (news.declined) return "The other side declined.";
  if (news.withdrawn) return "The question was withdrawn.";
  if (news.undone) return "An order was undone.";
  if (news.redone) return "An order was redone.";
  if (news.amended) return "An earlier order was edited.";
  if (news.taken_out) return "The battle file was exported. It contains both sides’ secrets.";
  if (news.settings) return settingsInWords(news.settings);
  return null;
};

/** Leaves the table and removes everything that belongs to it. */
const leaveTable = () => {
  forget();
  now.view = null;
  [now.chosen, now.target] = [null, null];
  keepScreenOn(false);
  closeAll();
  hideTabs();
  empty();
  forgetAsked();
  clearTurn();
  $("asks").replaceChildren();
  note("");
};

setHandlers({
  hello: () => {
    $("asks").replaceChildren();
    read();
    showPlaces();
    judgeAgain();
  },
  waiting: showWaiting,
  asks: showSeatRequest,
  presence: (people) => {
    if (!now.view) return;
    now.view.presence = people;
    showTurn();
  },
  news: (event) => {
    const words = event.by === now.view?.seat ? null : inWords(event);
    if (words !== null) note(words);
    else if (event.entry || event.entries) note("");
    // The next event may come before the view is read again.
    if (event.settings && now.view) now.view.settings = event.settings;
    // An open form stays, and is checked against the present battle.
    judgeAgain();
    readSoon();
  },
  left: (why) => {
    leaveTable();
    showJoin(why);
  },
  closed: () => {
    leaveTable();
    showClosed();
  },
});
