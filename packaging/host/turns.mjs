// Tests of the page's turn card, groups, line at the top, dice pad and back button.
import { strict as assert } from "node:assert";
import { gzipSync } from "node:zlib";

import {
  assertLayout, at, choose, dock, fill, joinBoth, joinTable, phone, reads, requestSeat, sees, seesNot, sheet,
  showTab, stage, startServer, still, tap,
} from "./devices.mjs";

const turnIs = (page, words) => page.waitForFunction((words) => (
  document.getElementById("turn").textContent === words && document.title === `${words} · Trierarch`
), words);
const lastIs = (page, text) => page.locator("#last").getByText(text).first().waitFor();
const entries = (page) => page.evaluate(async () => (await import("/table.js")).now.view.cursor);

export const turns = {
  "a ship’s whole turn is one card, and six taps give it with a shot": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    let taps = 0;
    const taps_ = async (where, name, role) => {
      await tap(where, name, role);
      await still(kleon);
      taps += 1;
    };
    await taps_(kleon, /^A1 /);
    await sees(stage(kleon), /^Sail: roll for the wind/);
    await reads(stage(kleon), "Tap an enemy: shoot, ram or board.");
    await assertLayout(kleon, "turn-card");
    await taps_(kleon, /^B1 /);
    await sees(stage(kleon), "Shoot B1: archers 1 70%");
    await assertLayout(kleon, "turn-target");
    await taps_(stage(kleon), /^Shoot B1: archers 1/);
    await choose(stage(kleon), "Range in hexes", "1");
    taps += 1;
    await assertLayout(kleon, "turn-shoot");
    await taps_(dock(kleon), "Roll");
    await lastIs(nikias, /^Shoot A1 → B1/);
    await assertLayout(kleon, "turn-result");
    await taps_(dock(kleon), /^Done with A1/);
    assert.equal(taps, 6);
    for (const each of [kleon, nikias]) await lastIs(each, /^Sail A1/);
    await turnIs(nikias, "Your turn");
    await turnIs(kleon, "Nikias’ turn");
  }),

  "unchanged speeds take one tap and one undo": at("drepanum", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await tap(dock(kleon), "The rest as before");
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.cursor === 20);
    await tap(kleon, "Undo");
    await tap(dock(nikias), "Yes");
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.cursor === 0);
    // A tap leaves out one of them; the others get one speed.
    await tap(dock(kleon), "These at one speed…");
    await tap(stage(kleon), "1");
    await tap(stage(kleon), "A2 Beth");
    await assertLayout(kleon, "group");
    await tap(dock(kleon), "19 galleys set speed 1.");
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.cursor === 19);
  }),

  "each device says whose turn it is, and a waiting seat has no main button": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    const watcher = await joinTable(page, "Arist", "Watch");
    for (const each of [kleon, nikias, watcher]) await turnIs(each, "Both sides’ turn");
    // A small phone with a scroll bar.
    await kleon.setViewportSize({ width: 345, height: 740 });
    await still(kleon);
    assert.ok(await kleon.locator("#turn").evaluate((line) => line.clientHeight < 30 && line.scrollWidth <= line.clientWidth), "one line");
    await kleon.setViewportSize({ width: 390, height: 844 });
    await nikias.evaluate(() => {
      globalThis.felt = [];
      navigator.vibrate = (how) => felt.push(how);
    });
    await tap(kleon, /^A1 /);
    await tap(stage(kleon), /^Sail/);
    await tap(dock(kleon), "Roll");
    await turnIs(kleon, "Your turn");
    for (const each of [nikias, watcher]) {
      await turnIs(each, "Kleon’s turn");
      await lastIs(each, /^Sail A1/);
      assert.ok(await each.locator("#last .die").count() > 0, "the dice are there");
      assert.equal(await dock(each).locator("button.main").count(), 0);
    }
    await seesNot(watcher, "Interrupt…");
    await assertLayout(nikias, "turn-waits");
    await assertLayout(watcher, "turn-watches");
    await tap(nikias, "Interrupt…");
    await tap(nikias, /^B1 .*: begin her turn$/);
    await turnIs(kleon, "You are asked");
    await turnIs(nikias, "Waiting for Kleon");
    await tap(dock(kleon), "No");
    await reads(nikias, "The other side declined.");
    await tap(dock(kleon), /^Done with A1/);
    await turnIs(nikias, "Your turn");
    assert.ok(await nikias.evaluate(() => felt.length > 0), "the phone vibrates");
    assert.ok((await nikias.locator("#said").textContent()).includes("Your turn."));
  }),

  "a phase of both sides is the turn of the side that is not ready yet": at("five-against-five", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    const gives = (each, orders) => each.evaluate(async (orders) => {
      const { change, markSeen } = await import("/connection.js");
      for (const order of orders) {
        const answer = await change({ order });
        if (!answer.ok) throw new Error(JSON.stringify(answer));
        markSeen(answer.ok.at);
      }
    }, orders);
    await gives(nikias, [{ kind: "end-phase" }]);
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.ready?.includes("B"));
    await gives(kleon, [1, 2, 3, 4, 5].map((number) => ({ kind: "set-speed", ship: `A${number}`, speed: 2 })));
    // Only galleys of the side that is ready have no speed.
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.guide.side === "B");
    await still(kleon);
    await turnIs(kleon, "Your turn");
    await turnIs(nikias, "Waiting for Kleon");
  }),

  "the main button opens the report after a victory by the victory conditions": async () => {
    const hall = await startServer("hall");
    try {
      const { listening } = hall.first;
      const sides = ["greek-fire/sybota-athens.toml", "greek-fire/sybota-corinth.toml"];
      const aim = { rounds: 8, at_once: [{ wins: "A", if: [{ count: "out-of-action", of: "B", at_least: 1 }] }] };
      const body = JSON.stringify({ key: "won".padEnd(32, "-"), open: { system: "greek-fire", sides, aim, special_order: null } });
      const table = await (await fetch(`${listening}/tables`, { method: "POST", body })).json();
      const address = new URL(table.page, listening).href;
      const [kleon, nikias] = await joinBoth(address);
      const watcher = await joinTable(address, "Arist", "Watch");
      await tap(kleon, /^A1 /);
      await tap(stage(kleon), /^Sail/);
      await tap(dock(kleon), "Roll");
      await sees(dock(kleon), /^Done with A1/);
      await nikias.evaluate(async () => {
        const { change } = await import("/connection.js");
        const answer = await change({ order: { kind: "adjust", ship: "B1", field: "crew", value: 0, note: "" } });
        if (!answer.ok) throw new Error(JSON.stringify(answer));
      });
      for (const [page, words] of [[kleon, "Your victory"], [nikias, "Kleon’s victory"], [watcher, "Kleon’s victory"]]) {
        await turnIs(page, words);
        await reads(dock(page), /victory: The Athenian squadron at Sybota/i);
        await assertLayout(page, "won");
        await tap(dock(page), "Open the battle report");
        await reads(sheet(page), "Luck of the dice");
        await tap(sheet(page), "Close");
      }
      // The players may fight on.
      await sees(dock(kleon), "Other…");
    } finally {
      await hall.ends();
    }
  },

  "a player is away when all their devices are, and a seat is away after silence": at("sybota", async ({ page }) => {
    const [kleon] = await joinBoth(page);
    const people = (presence) => kleon.evaluate(async (presence) => {
      const [{ now }, { showTurn }] = [await import("/table.js"), await import("/turn_line.js")];
      const nikias = { seat: "B", name: "Nikias" };
      now.view = { ...now.view, seats: [{ seat: "A", name: "Kleon" }, nikias, nikias], presence };
      showTurn();
      return [...document.querySelectorAll("#you .person")].map(({ textContent }) => textContent);
    }, presence);
    const since = Math.round(Date.now() / 1000) - 180;
    const device = (here) => ({ seat: "B", name: "Nikias", here, since });
    assert.deepEqual(await people([device(false), device(true)]), ["Nikias is here"]);
    assert.deepEqual(await people([device(false), device(false)]), ["Nikias has been away for 3 min"]);
    assert.deepEqual(await people([]), ["Nikias is away"]);
  }),

  "two quick changes of a player’s choice of dice are announced as the player’s": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await kleon.evaluate(async () => {
      const { change } = await import("/connection.js");
      for (const own of [true, false]) await change({ own_dice: { own } });
    });
    await reads(nikias, "Dice of side A: its own or the app’s.");
  }),

  "a player who does nothing for a minute is reminded once": at("sybota", async ({ page }) => {
    const [kleon] = await joinBoth(page);
    const nikias = await joinTable(page, "Arist", "Watch");
    for (const each of [kleon, nikias]) {
      await each.clock.install();
      await each.evaluate(() => {
        globalThis.felt = 0;
        navigator.vibrate = () => { felt += 1; };
      });
    }
    await tap(kleon, /^A1 /);
    await tap(stage(kleon), /^Sail/);
    await tap(dock(kleon), "Roll");
    await turnIs(kleon, "Your turn");
    await still(kleon);
    const reminded = (each) => each.evaluate(() => document.getElementById("turn").classList.contains("reminded"));
    const felt = await kleon.evaluate(() => globalThis.felt);
    for (const each of [kleon, nikias]) await each.clock.runFor(61_000);
    assert.deepEqual([await reminded(kleon), await reminded(nikias)], [true, false]);
    assert.equal(await kleon.evaluate(() => globalThis.felt), felt + 1);
    await kleon.locator("#turn").tap();
    await kleon.clock.runFor(31_000);
    assert.equal(await reminded(kleon), false);
  }),

  "a form stays open when an event comes, and a question is above it": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await tap(kleon, /^A1 /);
    await tap(stage(kleon), /^Sail/);
    await tap(dock(kleon), "Roll");
    await lastIs(nikias, /^Sail A1/);
    await tap(stage(kleon), /^Row/);
    await choose(stage(kleon), "Move points used", "2");
    await tap(nikias, "Interrupt…");
    await tap(nikias, /^B1 .*: begin her turn$/);
    await reads(dock(kleon), "You are asked");
    const chosen = stage(kleon).getByRole("radiogroup", { name: "Move points used" }).getByRole("radio", { name: "2", exact: true });
    assert.ok(await chosen.isChecked(), "the answer is still there");
    await assertLayout(kleon, "asked-above-form");
    await tap(dock(kleon), "No");
    assert.ok(await chosen.isChecked());
    await tap(dock(kleon), "Give the order");
    await lastIs(nikias, /^Row A1/);
  }),

  "entered dice are shown and removed, and a roll is left to the app": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await tap(kleon, /^A1 /);
    await tap(kleon, /^B1 /);
    await tap(stage(kleon), /^Shoot B1: archers 1/);
    await choose(stage(kleon), "Range in hexes", "1");
    await tap(dock(kleon), "I rolled…");
    await tap(dock(kleon), "9");
    await tap(dock(kleon), "Remove archers to hit 1d10: 9");
    await reads(kleon, "What you rolled: archers to hit, 1d10");
    await tap(dock(kleon), "10");
    await reads(kleon, "What you rolled: crew killed, 1d10");
    await assertLayout(kleon, "dice-removable");
    await tap(dock(kleon), "7");
    await tap(dock(kleon), "Let the app roll");
    await lastIs(nikias, /^Shoot A1 → B1/);
    const dice = await nikias.evaluate(async () => (await import("/table.js")).now.rows.at(-1).rolls.map(({ by }) => by));
    assert.deepEqual(dice, ["entered", "entered", "rolled"]);
    // With the switch beside the button the dice pad appears at once.
    await kleon.getByLabel("I roll my own dice").check();
    await sees(dock(kleon), /^Sail/);
    await tap(dock(kleon), /^Sail/);
    await tap(dock(kleon), "I rolled…");
    await sees(dock(kleon), "6");
  }),

  "a modifier is set aside and another one added, each with a reason, before the roll": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await tap(kleon, /^A1 /);
    await tap(kleon, /^B1 /);
    await tap(stage(kleon), /^Ram B1/);
    await choose(stage(kleon), "Spaces straight ahead", "4");
    await choose(stage(kleon), "Bow to bow", "No");
    const chips = stage(kleon).getByRole("group", { name: "Modifiers" }).getByRole("button");
    const names = async () => {
      await still(kleon);
      return chips.allTextContents();
    };
    const [first, ...others] = await names();
    assert.match(first, /^[+−]\d+ /);
    await tap(stage(kleon), first);
    await reads(kleon, "Reason: what both sides agreed on");
    await assertLayout(kleon, "modifier");
    await fill(sheet(kleon), "Reason: what both sides agreed on", "Her ram is broken");
    await tap(sheet(kleon), "Set aside");
    assert.deepEqual(await names(), [`set aside: ${first.slice(3)} (Her ram is broken)`, ...others]);
    await tap(stage(kleon), "Add a modifier");
    await fill(sheet(kleon), /^Amount/, "-2");
    await fill(sheet(kleon), /^Reason/, "Mist");
    await assertLayout(kleon, "modifier-added");
    await tap(sheet(kleon), "Add");
    assert.ok((await names()).includes("−2 Mist"));
    await assertLayout(kleon, "modifiers");
    // The added modifier is removed, and added again.
    await tap(stage(kleon), "−2 Mist");
    await tap(sheet(kleon), "Remove it");
    assert.ok(!(await names()).includes("−2 Mist"));
    await tap(dock(kleon), "Roll");
    await lastIs(nikias, /^Ram A1 → B1/);
    const rolled = await nikias.evaluate(async () => (await import("/table.js")).now.rows.at(-1).rolls[0].modifiers);
    assert.equal(rolled.find(({ amount }) => amount === 0)?.reason.id, "ram-bonus");
  }),

  "the back button closes dialogs and forms, the last one first": at("sybota", async ({ page }) => {
    const kleon = await joinTable(page, "Kleon", "Side A");
    await tap(kleon, /^A1 /);
    await tap(stage(kleon), /^Sail/);
    await tap(stage(kleon), "What is “Sail”?");
    await kleon.locator("#card[open]").waitFor();
    await kleon.goBack();
    await kleon.locator("#card[open]").waitFor({ state: "hidden" });
    await kleon.locator("#order").waitFor();
    await kleon.goBack();
    await kleon.locator("#order").waitFor({ state: "detached" });
    await showTab(kleon, "log");
    await kleon.locator("#pane-log").waitFor();
    await kleon.goBack();
    await kleon.locator("#stage .step").first().waitFor();
    assert.equal(await entries(kleon), 0);
    assert.equal(await kleon.title(), "Both sides’ turn · Trierarch");
  }),

  "a form that opens while the page goes back does not lead away from the table": at("sybota", async ({ page }) => {
    const kleon = await joinTable(page, "Kleon", "Side A");
    const table = kleon.url();
    await kleon.evaluate(async () => {
      const { closed, opened } = await import("/back.js");
      const [back, wentBack] = [history.back, new Promise((done) => { addEventListener("popstate", done, { once: true }); })];
      history.back = () => {
        back.call(history);
        opened("second", () => { globalThis.isClosed = true; });
      };
      opened("first", () => {});
      closed("first");
      await wentBack;
      history.back = back;
    });
    await kleon.goBack();
    await kleon.waitForFunction(() => globalThis.isClosed);
    assert.equal(kleon.url(), table);
  }),

  "a device finds its seat again by code and by QR code, and the owner plays at once": async () => {
    const host = await startServer("host", "--battle", "sybota");
    const hall = await startServer("hall");
    try {
      const { listening, page, code } = host.first;
      const kleon = await phone(listening);
      await requestSeat(kleon, "Kleon", "Side A", code);
      await reads(kleon, /^You: .*\(A\)/);
      for (const address of [page, listening]) {
        await kleon.goto("about:blank");
        await kleon.goto(address);
        await reads(kleon, /^You: .*\(A\)/);
      }
      // From the lobby to the table with one choice and one button.
      const nikias = await phone(hall.first.listening);
      await choose(nikias, "Battle", "Sybota, 433 BCE");
      await fill(nikias, "You play as", "Nikias");
      await assertLayout(nikias, "lobby-maker");
      await tap(nikias, "Open a table");
      await reads(nikias, /^You: .*\(A\)/);
    } finally {
      await host.ends();
      await hall.ends();
    }
  },

  "the tabs stay in sight in landscape while the owner is asked for a seat": async () => {
    const host = await startServer("host", "--battle", "drepanum", "--seats", "ask");
    try {
      const owner = await phone(host.first.owner_link);
      await requestSeat(owner, "Perikles", "Side A");
      await reads(owner, /^You: /);
      await owner.setViewportSize({ width: 844, height: 390 });
      await requestSeat(await phone(host.first.page), "Nikias", "Side B");
      await reads(owner, "Nikias asks for side B.");
      await still(owner);
      const bottom = await owner.locator("#tabs").evaluate((tabs) => tabs.getBoundingClientRect().bottom);
      assert.ok(bottom <= 390, `the tabs end at ${bottom}`);
      await assertLayout(owner, "owner-plays-asked");
    } finally {
      await host.ends();
    }
  },

  "the join page names the battle and is kept up to date, and the whole page is under 150 kB": at("sybota", async ({ page }) => {
    const sizes = new Map();
    const kleon = await phone(page);
    kleon.on("response", async (response) => {
      const { pathname } = new URL(response.url());
      if (/\.(js|css)$|^\/$/.test(pathname)) sizes.set(pathname, gzipSync(await response.body().catch(() => "")).length);
    });
    await kleon.reload();
    await reads(kleon, "The Athenian squadron at Sybota against The Corinthians at Sybota");
    await reads(kleon, /^Side B: .*free$/);
    await joinTable(page, "Nikias", "Side A");
    await reads(kleon, /^Side A: .*taken$/);
    assert.ok(await kleon.getByRole("radio", { name: /^Side B/ }).isChecked(), "the free side is selected");
    await assertLayout(kleon, "join");
    assert.ok([...sizes.keys()].every((name) => !name.includes("wasm")));
    const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`      ${all} bytes compressed in ${sizes.size} files`);
    assert.ok(sizes.size > 20 && all < 150_000, `${all} bytes`);
  }),
};
