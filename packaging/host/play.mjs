// Tests of the page in a real browser; packaging/host/play runs them.
import { readFile } from "node:fs/promises";
import { strict as assert } from "node:assert";

import {
  answerTo, assertLayout, bigScreen, browser, card, choose, closeDevices, dock, fill, isThere, joinTable, networkTo,
  phone, reads, readsNoMore, requestSeat, sees, seesNot, sheet, showTab, stage, startServer, still, tap, token,
} from "./devices.mjs";
import { ASKED, EVERY, playEvery } from "./every_order.mjs";
import { keyboard } from "./keyboard.mjs";
import { kindsOf, playAtRandom } from "./random_play.mjs";
import { records } from "./records.mjs";
import { byNames } from "./screen_reader.mjs";
import { states } from "./states.mjs";
import { turns } from "./turns.mjs";
import { wholeBattle } from "./whole_battle.mjs";

/** The types of fields in the forms of orders. */
const EVERY_TYPE = ["any", "choice", "flag", "number", "number-each", "number-or", "text", "texts", "unit", "units"];
const A1 = "A1 Parrhesia";

/** A test with a new server, which is always stopped at the end. */
const withServer = (kind, words, test) => async () => {
  const host = await startServer(kind, ...words);
  try {
    await test(host.first);
  } finally {
    await host.ends();
  }
};
const atSybota = (test) => withServer("host", ["--battle", "sybota"], test);

/** Shows a ship’s turn. */
const chooses = async (page, ship) => {
  const one = await token(page, ship);
  if (await one.getAttribute("aria-pressed") !== "true") await one.tap();
  await still(page);
};
/** Opens an order of a ship: a step of her turn, or an order in *More…*. */
const order = async (page, ship, name) => {
  await chooses(page, ship);
  const step = stage(page).getByRole("button", { name: new RegExp(`^${name}`) });
  if (await step.count() > 0) return tap(stage(page), new RegExp(`^${name}`));
  await tap(stage(page), "More…");
  return tap(sheet(page), new RegExp(`^${name}`));
};
/** Begins a ship’s turn, and does nothing else. */
const begins = async (page, ship) => {
  await order(page, ship.split(" ")[0], "Begin her turn");
  await tap(dock(page), "Give the order");
  await reads(page, `${ship} begins her turn.`);
};
/** Opens an order of a side. */
const sideOrder = async (page, name) => {
  await showTab(page, "own");
  await tap(page, "Show side orders");
  await tap(sheet(page), new RegExp(`^${name}`));
};
/** The open order with its dice and buttons. */
const form = (page) => page.locator("#pane-table, #dock");
/** Answers the questions about a ram in Chicken of the Sea. */
const chickenRam = async (page) => {
  await reads(page, "Still to answer: Target; Where she strikes; Movement points left in the target’s hex");
  await choose(form(page), /^Target/, "B1 Victoria");
  await choose(form(page), "Where she strikes", "Flank");
  await choose(form(page), "Movement points left in the target’s hex", "1");
};
/** Waits until the server has checked an order: only then can it be given. */
const ready = (page, name) => dock(page).getByRole("button", { name, exact: true, disabled: false }).waitFor();
const gives = (page) => tap(dock(page), "Give the order");
/** Waits until the log has a line with this text. */
const logHas = (page, text, of = "#log") => page.locator(of).getByText(text).first().waitFor({ state: "attached" });
/** The number of lines in the log with this text. */
const inTheLog = (page, text) => page.locator("#log").getByText(text).count();

const tests = {
  "two phones join, and each shows the other's orders": atSybota(async ({ page, listening, code }) => {
    const kleon = await phone(page);
    await kleon.getByLabel("Your name").waitFor();
    assert.ok(!await kleon.getByLabel("Code").isVisible(), "the camera has read the code");
    await assertLayout(kleon, "join");
    await requestSeat(kleon, "Kleon", "Side A");
    await reads(kleon, "You: The Athenian squadron at Sybota (A)");
    await reads(kleon, "Side B: free");
    const nikias = await phone(listening);
    await requestSeat(nikias, "Nikias", "Side B", "NOBODY-1");
    await reads(nikias, "This is not the table's code.");
    await fill(nikias, "Code", code.toLowerCase());
    await tap(nikias, "Join");
    await reads(nikias, "You: The Corinthians at Sybota (B)");
    await reads(kleon, "Nikias is here");
    await showTab(kleon, "other");
    await sees(kleon, /Corinthians at Sybota \(B\) · Nikias/, "heading");
    await assertLayout(kleon, "table");
    await begins(kleon, A1);
    await reads(nikias, `${A1} begins her turn.`);
    await seesNot(nikias, /^A1 /);
    await order(nikias, "B1", "Sail");
    await tap(nikias, "Roll");
    await reads(kleon, /^Sail B1/);
    const late = await phone(page);
    await requestSeat(late, "Late", "Side A");
    await reads(late, "The seat is taken.");
  }),

  "players enter their own dice, and impossible dice are refused": atSybota(async ({ page }) => {
    const [kleon, nikias] = [await joinTable(page, "Kleon", "Side A"), await joinTable(page, "Nikias", "Side B")];
    await begins(kleon, A1);
    await order(kleon, "A1", "Sail");
    await reads(kleon, "Against the wind");
    await assertLayout(kleon, "order");
    await tap(kleon, "I rolled…");
    await fill(kleon, "What you rolled: sail, 1d6", "7");
    await tap(kleon, "Enter");
    await reads(kleon, "1d6 for sail gives 1 to 6, not 7");
    await assertLayout(kleon, "dice");
    await fill(kleon, "What you rolled: sail, 1d6", "4");
    await tap(kleon, "Enter");
    for (const each of [kleon, nikias]) await logHas(each, "Sail 1d6: 4 + 1.");
    await order(kleon, "A1", "Ram");
    await seesNot(kleon, "I rolled…");
    await choose(kleon, "Target", "B1 Pegasis");
    await choose(kleon, "Spaces straight ahead", "4");
    await choose(kleon, "Bow to bow", "No");
    await tap(kleon, "I rolled…");
    await fill(kleon, "What you rolled: ram, 1d10", "5");
    await tap(kleon, "Enter");
    await fill(kleon, "What you rolled: move lost, 1d6", "3");
    await tap(kleon, "Enter");
    await reads(nikias, /Ram 1d10: 5 \+ 1; move lost 1d6: 3\./);
  }),

  "a roll is undone only with the other side's consent": atSybota(async ({ page }) => {
    const [kleon, nikias] = [await joinTable(page, "Kleon", "Side A"), await joinTable(page, "Nikias", "Side B")];
    await begins(kleon, A1);
    await order(kleon, "A1", "Sail");
    await tap(kleon, "Roll");
    for (const each of [kleon, nikias]) await reads(each, /^Sail A1/);
    await tap(kleon, "Undo");
    await reads(kleon, "Waiting for Nikias, The Corinthians at Sybota (B).");
    await reads(nikias, "Undo this order?");
    await assertLayout(nikias, "asked-undo");
    await tap(nikias, "No");
    await reads(kleon, "The other side declined.");
    assert.equal(await inTheLog(kleon, /^Sail A1/), 1);
    await tap(kleon, "Undo");
    await tap(nikias, "Yes");
    await reads(kleon, "An order was undone.");
    await logHas(kleon, /^Sail A1/, "#log .undone");
    // A side may undo the beginning of its own turn without consent.
    await tap(kleon, "Undo");
    await logHas(nikias, /begins her turn/, "#log .undone");
  }),

  "a declared order asks the other side on its own device, and every device shows the question": withServer(
    "host", ["--battle", "five-against-five"], async ({ page }) => {
      const [kleon, nikias, looker] = [
        await joinTable(page, "Kleon", "Side A"), await joinTable(page, "Nikias", "Side B"), await joinTable(page, "Arist", "Watch"),
      ];
      // Otherwise the app would roll for this side.
      await nikias.getByLabel("I roll my own dice").check();
      await order(kleon, "A1", "Ram");
      await chickenRam(kleon);
      await reads(kleon, "Side B is asked first.");
      await tap(kleon, "Use my dice");
      for (const waits of [kleon, looker]) {
        await reads(waits, "An answer is due");
        await reads(waits, "The target tries to back water first");
        await reads(waits, "Waiting for Nikias, The Roman squadron (B).");
        await seesNot(waits, /^She stays on her course/);
        await reads(waits, /^She stays on her course: .*\d+%/);
      }
      await sees(nikias, /^She tries to back water: .*backs water \d+%/);
      // He had scrolled to the end of the page.
      await nikias.waitForFunction(() => document.getElementById("asked").getBoundingClientRect().bottom <= innerHeight);
      assert.deepEqual([await nikias.title(), await kleon.title()], ["You are asked · Trierarch", "Waiting for Nikias · Trierarch"]);
      await assertLayout(nikias, "asked");
      await assertLayout(looker, "looker");
      await tap(nikias, /^She tries to back water/);
      // First the avoiding side rolls, then the ramming side, each with own dice.
      const rolls = async (page, face) => {
        await tap(page, "I rolled…");
        await page.getByLabel(/^What you rolled/).fill(face);
        await tap(page, "Enter");
      };
      await reads(kleon, "A roll is due");
      await reads(dock(nikias), "Your roll");
      await reads(kleon, "Waiting for Nikias, The Roman squadron (B).");
      // The waiting side also sees the possible results.
      await reads(kleon, /backs water \d+%/i);
      await rolls(nikias, "6");
      await reads(nikias, "Waiting for Kleon, The Punic squadron (A).");
      await rolls(kleon, "1");
      await reads(looker, "Ram A1 → B1, flank: sunk");
    },
  ),

  "a shared device is covered until it is passed": withServer(
    "host", ["--battle", "drepanum"], async ({ page, listening }) => {
      const net = await networkTo(listening);
      const adherbal = "Adherbal at Drepanum (A)";
      const both = await joinTable(page.replace(listening, net.address), "Kleon", "Both sides");
      const covered = async () => {
        await reads(both, `Pass the device to ${adherbal}`);
        for (const secret of ["Aleph", "speed 1", "set speed"]) {
          assert.ok(!await isThere(both, secret), `“${secret}” is on the covered page`);
        }
      };
      await covered();
      await assertLayout(both, "covered");
      // After turning the device, the cover is still there.
      await covered();
      await tap(both, `I play ${adherbal}`);
      await reads(both, `${adherbal} has the device.`);
      await order(both, "A1", "Set her speed");
      await choose(form(both), "Speed", "1");
      await gives(both);
      await logHas(both, "A1 Aleph sets speed 1.");
      await assertLayout(both, "in-hand");
      await tap(both, "Pass the device");
      await covered();
      await tap(both, `I play ${adherbal}`);
      await logHas(both, "A1 Aleph sets speed 1.");
      await both.reload();
      await covered();
      // An open form is closed when the network is lost.
      await tap(both, `I play ${adherbal}`);
      await order(both, "A2", "Set her speed");
      await sees(dock(both), "Give the order");
      net.cuts();
      await reads(both, "Connection lost: trying again…");
      net.heals();
      await covered();
      assert.equal(await both.locator("#order").count(), 0);
      net.ends();
    },
  ),

  "an order given while a shared device changes hands is carried out once, and answered": withServer(
    "host", ["--battle", "drepanum"], async ({ page }) => {
      const both = await joinTable(page, "Kleon", "Both sides");
      await reads(both, "Pass the device to Adherbal at Drepanum (A)");
      const answer = await both.evaluate(async () => {
        const { change } = await import("/connection.js");
        const order = { kind: "adjust", ship: "A1", field: "cq", value: 3, note: "" };
        return (await Promise.all([change({ hand_over: { to: "A" } }), change({ order })]))[1];
      });
      assert.equal(answer.ok?.outcome, "done", JSON.stringify(answer));
      const { log } = await answerTo(both, { log: { from: 0, count: 9 } });
      assert.equal(log.rows.length, 1);
    },
  ),

  "a hand of cards on a shared device is visible to its side alone": withServer(
    "host", ["--battle", "learning"], async ({ page }) => {
      const both = await joinTable(page, "Kleon", "Both sides");
      const consul = "A consul's army (A)";
      await tap(both, `Show the secrets of ${consul}`);
      await reads(both, `${consul} has the device.`);
      await sideOrder(both, "Draw");
      await tap(dock(both), "Roll");
      await logHas(both, /^Draw/);
      // After an order about cards the cover returns, although the order is not secret.
      await tap(both, `Show the secrets of ${consul}`);
      await reads(both, `${consul} has the device.`);
      await sideOrder(both, "Discard");
      const boxes = stage(both).getByRole("group", { name: /^Cards/ });
      await boxes.waitFor();
      const told = await boxes.locator("label").allTextContents();
      const cards = told.map((card) => card.split(/[(:]/)[0].trim());
      assert.ok(cards.length > 0 && cards.every((card) => card !== ""), `a hand of ${told}`);
      await assertLayout(both, "cards");
      await tap(both, "Back");
      await showTab(both, "own");
      await reads(both, new RegExp(`In hand: .*${cards[0]}`));
      await showTab(both, "table");
      await tap(both, "Pass the device");
      await sees(both, `Show the secrets of ${consul}`);
      for (const card of cards) assert.ok(!await isThere(both, card), `“${card}” is there, covered`);
    },
  ),

  "an order cannot be given before the server has checked it": atSybota(async ({ page, listening }) => {
    const net = await networkTo(listening);
    const kleon = await joinTable(page.replace(listening, net.address), "Kleon", "Side A");
    await begins(kleon, A1);
    await chooses(kleon, "A1");
    await tap(stage(kleon), "More…");
    await sees(sheet(kleon), /^Sail/);
    net.loses();
    await tap(sheet(kleon), /^Sail/);
    net.cuts();
    await reads(kleon, /^(The connection was lost|The page is not connected to the table)\.$/);
    assert.ok(await dock(kleon).getByRole("button", { name: "Give the order" }).isDisabled());
    await assertLayout(kleon, "unjudged");
    net.heals();
    await tap(dock(kleon), "Roll");
    await reads(kleon, /^Sail A1/);
    net.ends();
  }),

  "every term opens its card, with figures, a drawing and related terms": atSybota(async ({ page }) => {
    const kleon = await joinTable(page, "Kleon", "Side A");
    const shut = () => tap(card(kleon), "Close");
    await begins(kleon, A1);
    await showTab(kleon, "log");
    await tap(kleon.getByRole("navigation", { name: "Phases" }), "Sail");
    await reads(card(kleon), "Phase");
    await shut();
    await order(kleon, "A1", "Sail");
    // The form below the card does not change: for a question, a modifier, an outcome.
    await tap(stage(kleon), "What is “Waters”?");
    await reads(card(kleon), /^Whether she sails in open water/);
    await assertLayout(kleon, "card-question");
    await shut();
    await tap(stage(kleon), /^Against the wind: \d+%/);
    await reads(card(kleon), "Outcome");
    await reads(card(kleon), /^1d6: 2–3 · Move: −1$/);
    await shut();
    await tap(stage(kleon), "What is “Sail”?");
    await reads(card(kleon), /^Rule: Greek Fire/);
    await tap(card(kleon), "Sail (phase)");
    await tap(card(kleon), "Back to the previous card");
    await reads(card(kleon), "Order");
    await shut();
    await tap(dock(kleon), "Roll");
    await reads(kleon, /^Sail A1/);
    await order(kleon, "A1", "Ram");
    await tap(stage(kleon), "What is “Ram”?");
    await card(kleon).locator("svg").waitFor();
    await assertLayout(kleon, "card-drawing");
    await shut();
    await tap(kleon, "Back");
    // The status of an enemy ship has explanations, too.
    await showTab(kleon, "other");
    await tap(kleon, /^Record of B1 /);
    await tap(sheet(kleon), "Crew");
    await sees(card(kleon), "Crew", "heading");
  }),

  "names are in Latin letters, unless the player wants Greek letters": atSybota(async ({ page }) => {
    const kleon = await joinTable(page, "Kleon", "Side A");
    const names = [
      ["Δημοκρατία", "Demokratia"], ["Ἀμφιτρίτη", "Amphitrite"], ["Ἑλλάς", "Hellas"], ["Ῥόδος", "Rhodos"], ["Πύῤῥα", "Pyrrha"],
      ["Ἄγγελος", "Angelos"], ["Εὐρυδίκη", "Eurydike"], ["Εὑρώπη", "Heurope"], ["Ὑγίεια", "Hygieia"], ["Σφίγξ", "Sphinx"],
      ["Ταϋγέτη", "Taygete"], ["Θεμιστοκλῆς", "Themistokles"], ["A1 Ἥβη rams B2 Φώκη –", "A1 Hebe rams B2 Phoke –"],
    ];
    const written = await kleon.evaluate(async (greek) => {
      const { latin } = await import("/latin.js");
      return greek.map(latin);
    }, names.map(([greek]) => greek));
    assert.deepEqual(written, names.map(([, latin]) => latin));
    await sees(kleon, A1);
    await showTab(kleon, "log");
    await kleon.getByLabel("Names in Greek letters").check();
    await showTab(kleon, "table");
    await sees(kleon, "A1 Παρρησία");
  }),

  "every type of field sends the answer that the player gives": atSybota(async ({ page }) => {
    const kleon = await joinTable(page, "Kleon", "Side A");
    /** Fills in a field as a player does. Returns its value before and after. */
    const filled = (field, start, says) => kleon.evaluate(async ([field, start, says]) => {
      const { control } = await import("/fields.js");
      const [element, read] = control(field, start ?? undefined);
      const before = read();
      const chips = element.matches(".chips") ? [element] : [...element.querySelectorAll(".chips")];
      for (const [at, said] of chips.length ? Object.entries(says) : []) {
        [...chips[at].querySelectorAll("label")].find(({ textContent }) => textContent === said).control.checked = true;
      }
      const inputs = chips.length ? [] : element.matches("input, select") ? [element] : [...element.querySelectorAll("input, select")];
      for (const [at, said] of inputs.length ? Object.entries(says) : []) {
        const input = inputs[at];
        if (input.type === "checkbox") input.checked = said;
        else if (input.tagName === "SELECT") input.selectedIndex = [...input.options].findIndex(({ text }) => text === said);
        else input.value = said;
      }
      return [before ?? null, read() ?? null];
    }, [field, start, says]);
    const choices = ["B1", "B2", "B3"].map((tag) => ({ value: tag, label: { name: `${tag} Victoria` }, refused: null }));
    const words = ["none", "rough"].map((word) => ({ value: word, label: { word }, refused: null }));
    for (const [field, start, says, before, after] of [
      [{ type: "unit", required: true, choices }, null, { 0: "B2 Victoria" }, null, "B2"],
      [{ type: "unit-or-side", required: true, choices }, "B1", {}, "B1", "B1"],
      [{ type: "side", required: true, choices: words }, null, { 0: "Rough" }, null, "rough"],
      [{ type: "choice", choices: words }, "none", { 0: "Rough" }, "none", "rough"],
      [{ type: "choice", choices: words }, "none", { 0: "—" }, "none", null],
      [{ type: "units", choices }, ["B1"], { 0: false, 2: true }, ["B1"], ["B3"]],
      // A typed list is read completely.
      [{ type: "units", choices: [] }, [], { 0: "B1, B3" }, [], ["B1", "B3"]],
      [{ type: "texts", choices: [] }, ["ambush"], { 0: "ambush, wait" }, ["ambush"], ["ambush", "wait"]],
      [{ type: "text", choices: [] }, "", { 0: "a reason" }, null, "a reason"],
      [{ type: "flag" }, false, { 0: true }, false, true],
      [{ type: "flag", unseen: true }, null, {}, null, null],
      [{ type: "flag", unseen: true }, null, { 0: "No" }, null, false],
      [{ type: "number", required: true, min: 1, max: 8 }, null, { 0: "3" }, null, 3],
      [{ type: "number", required: true, min: 0, max: 250 }, 10, { 0: "12" }, 10, 12],
      [{ type: "number-or", min: 1, max: 3, choices: words }, "none", { 0: "2" }, "none", 2],
      [{ type: "number-or", min: 1, max: 3, choices: words }, 2, { 0: "Rough" }, 2, "rough"],
      [{ type: "number-each", max: 2, choices }, null, { 0: "1", 2: "2" }, {}, { B1: 1, B3: 2 }],
      [{ type: "any" }, 7, { 0: "9" }, 7, 9],
      [{ type: "any", choices: words }, ["none"], { 0: false, 1: true }, ["none"], ["rough"]],
      [{ type: "any" }, true, { 0: false }, true, false],
      [{ type: "any", choices: words }, "none", { 0: "Rough" }, "none", "rough"],
    ]) {
      assert.deepEqual(await filled(field, start, says), [before, after], JSON.stringify([field, start, says]));
    }
  }),

  "every order of every game is given once, with each type of field": withServer("hall", [], async ({ listening }) => {
    const types = new Set();
    for (const { open, steps } of EVERY) {
      const made = await fetch(`${listening}/tables`, { method: "POST", body: JSON.stringify({ key: open.system.padEnd(32, "-"), open }) });
      const table = await made.json();
      assert.ok(table.page, JSON.stringify(table));
      const both = await joinTable(new URL(table.page, listening).href, "Kleon", "Both sides");
      const played = await playEvery(both, steps);
      for (const type of played.types) types.add(type);
      const never = (await kindsOf(both)).filter((kind) => !played.kinds.has(kind) && !ASKED.includes(kind));
      assert.deepEqual([...played.faults, ...never], [], open.system);
    }
    assert.deepEqual([...types].sort(), EVERY_TYPE);
  }),

  "random orders that the page offers are accepted": async () => {
    for (const battle of ["sybota", "five-against-five", "aegates", "six-and-six", "learning"]) {
      await withServer("host", ["--battle", battle], async ({ page }) => {
        const both = await joinTable(page, "Kleon", "Both sides");
        const { given, faults } = await playAtRandom(both, 12, 7);
        assert.deepEqual(faults, [], battle);
        assert.notDeepEqual(given, {}, battle);
      })();
    }
  },

  "the screen stays on during a battle, or the page says that it cannot": atSybota(async ({ page }) => {
    const kleon = await phone(page);
    await kleon.evaluate(() => {
      globalThis.asked = [];
      navigator.wakeLock.request = async (what) => {
        asked.push(what);
        return { released: false, release: () => asked.push("released") };
      };
    });
    await requestSeat(kleon, "Kleon", "Side A");
    await reads(kleon, /^You: /);
    await kleon.waitForFunction(() => asked.length > 0);
    assert.deepEqual(await kleon.evaluate(() => asked), ["screen"]);
    await showTab(kleon, "log");
    assert.ok(!await kleon.locator("#awake").isVisible());
    await kleon.getByLabel("Keep the screen on").uncheck();
    await kleon.waitForFunction(() => asked.at(-1) === "released");
    // Over plain http there is no wake lock; the page plays a video that is silent, but not muted.
    const nikias = await phone(page);
    await nikias.context().addInitScript(() => { delete Navigator.prototype.wakeLock; });
    await nikias.reload();
    await requestSeat(nikias, "Nikias", "Side B");
    const plays = (is) => nikias.waitForFunction((is) => {
      const film = document.querySelector("video.film");
      return film && film.paused !== is && !film.muted && film.volume > 0;
    }, is);
    // The video has played nothing at first, and then more and more.
    const isPlayed = (after) => nikias.waitForFunction((after) => {
      const { played } = document.querySelector("video.film");
      return played.length > 0 && played.end(0) > after && played.end(0);
    }, after);
    await plays(true);
    await showTab(nikias, "log");
    await reads(nikias, /^On this connection the page keeps the screen on by playing a silent video/);
    const at = await (await isPlayed(0)).jsonValue();
    await isPlayed(at);
    await assertLayout(nikias, "awake");
    await nikias.getByLabel("Keep the screen on").uncheck();
    await plays(false);
    await reads(nikias, /^The page does not keep the screen on. If the screen turns off/);
    // The switch keeps its setting after a reload.
    await nikias.reload();
    await reads(nikias, /^You: /);
    await showTab(nikias, "log");
    await reads(nikias, /^The page does not keep the screen on/);
    assert.equal(await nikias.locator("video.film").count(), 0);
    await nikias.getByLabel("Keep the screen on").check();
    await plays(true);
  }),

  "a connection without frames from the server is replaced": atSybota(async ({ page, listening }) => {
    const net = await networkTo(listening);
    const kleon = await joinTable(page.replace(listening, net.address), "Kleon", "Side A");
    net.loses();
    await reads(kleon, "Connection lost: trying again…");
    net.heals();
    await readsNoMore(kleon, "Connection lost");
    await begins(kleon, A1);
    net.ends();
  }),

  "an order whose answer is lost is carried out once, and the page reconnects": atSybota(async ({ page, listening }) => {
    const net = await networkTo(listening);
    const kleon = await joinTable(page.replace(listening, net.address), "Kleon", "Side A");
    const nikias = await joinTable(page, "Nikias", "Side B");
    const once = async (text) => {
      for (const each of [kleon, nikias]) {
        await logHas(each, text);
        assert.equal(await inTheLog(each, text), 1);
      }
    };
    // The order arrives, but the answer is lost.
    await chooses(kleon, "A1");
    await tap(stage(kleon), "More…");
    await tap(sheet(kleon), /^Begin her turn/);
    await ready(kleon, "Give the order");
    net.loses();
    await gives(kleon);
    await reads(nikias, `${A1} begins her turn.`);
    net.cuts();
    await reads(kleon, "Connection lost: trying again…");
    net.heals();
    await once(`${A1} begins her turn.`);
    await readsNoMore(kleon, "Connection lost");
    // The order does not arrive, and the browser reports that it is offline.
    await order(kleon, "A1", "Sail");
    await ready(kleon, "Roll");
    await kleon.context().setOffline(true);
    net.cuts();
    await reads(kleon, "Connection lost: trying again…");
    await tap(dock(kleon), "Roll");
    net.heals();
    await kleon.context().setOffline(false);
    await once(/^Sail A1/);
    // The page is closed before the answer comes.
    await order(kleon, "A1", "Row");
    await ready(kleon, "Give the order");
    net.loses();
    await gives(kleon);
    await reads(nikias, /^Row A1/);
    net.cuts();
    net.heals();
    await kleon.reload();
    await once(/^Row A1/);
    await reads(kleon, "You: The Athenian squadron at Sybota (A)");
    net.ends();
  }),

  "the owner lets in, refuses and removes players, changes settings and closes the table": withServer(
    "host", ["--battle", "sybota", "--seats", "ask"], async ({ page, listening, owner: token, code }) => {
      const owner = await phone(listening);
      await fill(owner, "Your name", "Perikles");
      await fill(owner, "Code", token);
      await tap(owner, "Join");
      await reads(owner, "You: the owner");
      const asks = (words) => owner.getByRole("group", { name: words });
      const [kleon, nikias] = [await phone(page), await phone(page)];
      await requestSeat(kleon, "Kleon", "Side A");
      await reads(kleon, "Waiting for the table’s owner to let you in.");
      await assertLayout(kleon, "waiting");
      await reads(owner, "Kleon asks for side A.");
      await assertLayout(owner, "owner-asked");
      assert.match(await owner.title(), /^● /, "the title has a dot while a player asks");
      await tap(asks("Kleon asks for side A."), "Let in");
      await owner.waitForFunction(() => !document.title.startsWith("●"));
      await reads(kleon, "You: The Athenian squadron at Sybota (A)");
      await requestSeat(nikias, "Nikias", "Watch");
      await tap(nikias, "Choose another seat");
      await requestSeat(nikias, "Nikias", "Side B");
      await reads(owner, "Nikias asks for side B.");
      await tap(asks("Nikias asks for side B."), "Refuse");
      await reads(nikias, "The table’s owner has refused your request.");
      await tap(nikias, "Join");
      await tap(asks("Nikias asks for side B."), "Let in");
      await reads(nikias, "You: The Corinthians at Sybota (B)");
      await owner.getByLabel("Dice of side A").selectOption("own");
      await reads(kleon, "The owner changed the settings of the table.");
      await assertLayout(owner, "owner");
      // The step that the turn usually begins with is first.
      await begins(kleon, A1);
      await order(kleon, "A1", "Sail");
      await sees(dock(kleon), "I rolled…");
      const main = await dock(kleon).locator("button.main").filter({ visible: true }).allTextContents();
      assert.deepEqual(main, ["I rolled…"]);
      await tap(kleon, "Back");
      await tap(owner, "Make a new code");
      await owner.waitForFunction((old) => !document.body.innerText.includes(old), code);
      await reads(owner, /^Code: /);
      const late = await phone(listening);
      await requestSeat(late, "Late", "Watch", code);
      await reads(late, "This is not the table's code.");
      await fill(late, "Code", (await owner.getByText(/^Code: /).textContent()).slice("Code: ".length));
      await tap(late, "Join");
      await tap(asks("Late asks for a spectator’s seat."), "Let in");
      await reads(late, "You: watching");
      await tap(owner.getByRole("listitem").filter({ hasText: "Nikias: The Corinthians at Sybota (B)" }), "Free the seat");
      await reads(nikias, "You no longer have this seat.");
      await tap(owner, "Close the table…");
      await assertLayout(owner, "close");
      await tap(owner, "Close for all");
      for (const each of [owner, kleon, late]) await reads(each, "The table is closed");
      await assertLayout(kleon, "closed");
    },
  ),

  "a player who loses the seat while the table is read is asked to join again": withServer("host", ["--battle", "sybota"], async ({ page, listening, owner: token }) => {
    const owner = await phone(listening);
    await requestSeat(owner, "Perikles", "Watch", token);
    await reads(owner, "You: the owner");
    const kleon = await joinTable(page, "Kleon", "Both sides");
    // The seat is lost before the last answer of a reading arrives.
    await kleon.evaluate(async () => {
      const { send } = WebSocket.prototype;
      const asked = new Promise((done) => {
        WebSocket.prototype.send = function (text) { return /"group"/.test(text) ? done() : send.call(this, text); };
      });
      (await import("/table.js")).read();
      await asked;
    });
    await owner.evaluate(async () => (await import("/connection.js")).changeAsOwner({ unseat: { seat: "both" } }));
    await reads(kleon, "You no longer have this seat.");
    await still(kleon);
    assert.ok(!await kleon.locator("#table").isVisible());
    assert.deepEqual(kleon.faults, []);
  }),

  "the owner sees who has a seat before letting in another player": withServer(
    "host", ["--battle", "sybota", "--seats", "ask"], async ({ page, listening, owner: token }) => {
      const owner = await phone(listening);
      await fill(owner, "Your name", "Perikles");
      await fill(owner, "Code", token);
      await tap(owner, "Join");
      const asks = (name) => owner.getByRole("group", { name: `${name} asks for side A.` });
      const [kleon, arist] = [await phone(page), await phone(page)];
      await requestSeat(kleon, "Kleon", /^Side A/);
      await requestSeat(arist, "Arist", /^Side A/);
      await reads(owner, "Arist asks for side A.");
      await tap(asks("Kleon"), "Let in");
      await reads(kleon, /^You: The Athenian squadron/);
      await tap(asks("Arist"), "Let in");
      await reads(sheet(owner), "To free The Athenian squadron at Sybota (A), Kleon must leave the table.");
      await assertLayout(owner, "instead");
      await tap(sheet(owner), "Cancel");
      await reads(arist, "Waiting for the table’s owner to let you in.");
      await sees(kleon, /^A1 /);
      await tap(asks("Arist"), "Let in");
      await tap(sheet(owner), "Give the seat to Arist");
      await reads(arist, /^You: The Athenian squadron/);
      await reads(kleon, "You no longer have this seat.");
    },
  ),

  "the big screen shows both fleets, the last roll, the odds before it, and how to join": withServer(
    "host", ["--battle", "five-against-five"], async ({ page, listening, code }) => {
      const watch = await bigScreen(`${listening}/watch`);
      await fill(watch, "Code", "NOBODY-1");
      await tap(watch, "Show the table");
      await reads(watch, "This is not the table's code.");
      await assertLayout(watch, "watch-join");
      await fill(watch, "Code", code);
      await tap(watch, "Show the table");
      await reads(watch, "B5 Iuno");
      await reads(watch, `Code: ${code}`);
      await watch.getByRole("img", { name: "The link as a QR code" }).waitFor();
      const [kleon, nikias] = [await joinTable(page, "Kleon", "Side A"), await joinTable(page, "Nikias", "Side B")];
      await reads(watch, "The Punic squadron (A) · Kleon");
      await order(kleon, "A1", "Ram");
      await chickenRam(kleon);
      await gives(kleon);
      await reads(watch, "Waiting for Nikias, The Roman squadron (B).");
      await reads(watch, /^She stays on her course: .*\d+%/);
      assert.equal(await watch.locator(".die").count(), 0, "nothing has been rolled yet");
      await assertLayout(watch, "watch-odds");
      await tap(nikias, /^She stays on her course/);
      await watch.locator("#last .die").first().waitFor();
      await assertLayout(watch, "watch-roll");
      await seesNot(watch, "Undo");
      await watch.reload();
      await watch.locator("#last .die").first().waitFor();
    },
  ),

  "the big screen shows no secrets": withServer("host", ["--battle", "drepanum"], async ({ page }) => {
    const watch = await bigScreen(page.replace("/#", "/watch#"));
    await reads(watch, "A1 Aleph");
    const kleon = await joinTable(page, "Kleon", "Side A");
    await order(kleon, "A1", "Set her speed");
    await choose(form(kleon), "Speed", "1");
    await gives(kleon);
    await logHas(kleon, "A1 Aleph sets speed 1.");
    await reads(watch, "An order of side A");
    for (const secret of ["speed 1", "sets speed", "Ram number"]) assert.ok(!await isThere(watch, secret), secret);
    await assertLayout(watch, "watch-secret");
  }),

  "a lobby lists its tables, and a battle is fought from there to the end": withServer("hall", [], async ({ listening }) => {
    const [kleon, nikias] = [await phone(listening), await phone(listening)];
    await reads(kleon, "No table is open.");
    await choose(kleon, "Battle", "Drepanum, 249 BCE");
    await reads(kleon, /Carthage must leave harbour/);
    await assertLayout(kleon, "lobby-empty");
    await fill(kleon, "Name of the table (optional)", "Adherbal’s friends");
    await tap(kleon, "Open a table");
    await reads(kleon, "You: the owner");
    const code = (await kleon.getByText(/^Code: /).textContent()).slice("Code: ".length);
    await kleon.getByRole("img", { name: "The link as a QR code" }).waitFor();
    await assertLayout(kleon, "owner-of-hall");
    await tap(kleon, "Join this table", "link");
    await requestSeat(kleon, "Kleon", "Side A");
    await reads(kleon, "You: Adherbal at Drepanum (A)");
    await nikias.reload();
    await reads(nikias, "Side A: Adherbal at Drepanum · taken by Kleon");
    await assertLayout(nikias, "lobby");
    await tap(nikias, /^Adherbal’s friends Chicken of the Sea · round 1 · opened at /, "link");
    await sees(nikias, "Adherbal’s friends", "heading");
    const taken = { name: "Side A: Adherbal at Drepanum · taken by Kleon", disabled: true };
    await nikias.getByRole("radio", taken).waitFor();
    await assertLayout(nikias, "join-in-hall");
    await requestSeat(nikias, "Nikias", "Side B", code);
    await reads(nikias, /^You: .*\(B\)/);
    await sideOrder(kleon, "Concede");
    await gives(kleon);
    await reads(nikias, /Victory: Claudius Pulcher/);
    assert.equal(await nikias.title(), "Your victory · Trierarch");
    await assertLayout(nikias, "over");
    await showTab(kleon, "log");
    // The owner has a seat as well.
    await tap(kleon, "Close the table…");
    await tap(kleon, "Close for all");
    await reads(nikias, "The table is closed");
  }),

  "a rematch is the same battle at one new table, with the sides exchanged": withServer("hall", [], async ({ listening }) => {
    const sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
    const termsOf = (page) => page.evaluate(async () => {
      const { score, aims, special_orders: special } = (await import("/table.js")).now.view;
      return JSON.stringify([score, aims, special]);
    });
    // With its own victory conditions, and without any.
    const own = { rounds: 3, at_the_end: [{ wins: "A", if: [{ count: "lost", of: "B", at_least: 2 }] }] };
    for (const aim of [own, null]) {
      const open = { system: "greek-fire", sides, aim, special_order: null };
      const body = JSON.stringify({ key: `a rematch ${Boolean(aim)}`.padEnd(32, "-"), open });
      const table = await (await fetch(`${listening}/tables`, { method: "POST", body })).json();
      const address = new URL(table.page, listening).href;
      const [kleon, nikias, watcher] = [
        await joinTable(address, "Kleon", "Side A"), await joinTable(address, "Nikias", "Side B"), await joinTable(address, "Arist", "Watch"),
      ];
      const before = await termsOf(kleon);
      await sideOrder(kleon, "Concede");
      await gives(kleon);
      await tap(watcher, "Open the battle report");
      await seesNot(watcher, /^Rematch/);
      assert.equal(await watcher.evaluate(async () => (await import("/table.js")).now.view.rematch), undefined);
      for (const [page, seat] of [[kleon, /^You: The Corinthians at Sybota \(B\)/], [nikias, /^You: The Athenian squadron at Sybota \(A\)/]]) {
        await tap(page, "Open the battle report");
        await sees(sheet(page), "Rematch, same sides");
        await assertLayout(page, "rematch");
        await tap(sheet(page), "Rematch, sides exchanged");
        await reads(page, seat);
      }
      await reads(kleon, "Nikias is here");
      assert.equal(await kleon.evaluate(() => location.hash), await nikias.evaluate(() => location.hash));
      assert.ok(!address.endsWith(await kleon.evaluate(() => location.hash)), "it is another table");
      assert.equal(await termsOf(kleon), before);
    }
  }),

  "three tables of one battle have different entries, and one uses a custom fleet": withServer("hall", [], async ({ listening }) => {
    const kleon = await phone(listening);
    const makes = async (name) => {
      await choose(kleon, "Battle", "Sybota, 433 BCE");
      await fill(kleon, "Name of the table (optional)", name);
      await tap(kleon, "Open a table");
      await reads(kleon, "You: the owner");
      await showTab(kleon, "log");
      await tap(kleon, "All tables", "link");
    };
    for (const name of ["First", "", "Third"]) await makes(name);
    await choose(kleon, "Battle", "Sybota, 433 BCE");
    await kleon.getByText("Use your own fleets").click();
    const own = await readFile("fleets/greek-fire/sybota-corinth.toml", "utf8");
    const mine = own.replace(/^name = .*$/m, "name = \"The friends of Kleon\"");
    await kleon.getByLabel("Fleet file of side B").setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(mine) });
    await assertLayout(kleon, "lobby-own");
    await fill(kleon, "Name of the table (optional)", "Own");
    await tap(kleon, "Open a table");
    await reads(kleon, "You: the owner");
    await showTab(kleon, "log");
    await tap(kleon, "All tables", "link");
    await reads(kleon, "Side B: The friends of Kleon · free");
    const titles = await kleon.locator("#lobby-tables strong").allTextContents();
    assert.deepEqual(titles.filter((title) => ["First", "Third", "Own"].includes(title)).sort(), ["First", "Own", "Third"]);
    await tap(kleon.getByRole("listitem").filter({ hasText: "Third" }), "Show code and link");
    await reads(sheet(kleon), /^Code: /);
    // In the test the server has only a local address.
    await reads(sheet(kleon), /^This link works only on this device/);
    await sheet(kleon).getByRole("img", { name: "The link as a QR code" }).waitFor();
    await assertLayout(kleon, "lobby-code");
  }),
};

Object.assign(tests, byNames, turns, records, states, keyboard, wholeBattle);

const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
const start = Date.now();
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const begun = Date.now();
  try {
    await test();
    assert.deepEqual(await closeDevices(), []);
    passed += 1;
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILS ${name}\n${error.stack}${error.cause ? `\n${error.cause}` : ""}`);
    await closeDevices();
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(0)} s`);
process.exit(failed === 0 ? 0 : 1);
