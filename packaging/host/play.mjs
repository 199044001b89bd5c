// What the room's pages must do in a real browser: packaging/host/play runs this.
import { strict as assert } from "node:assert";

import {
  asksForSeat, bigScreen, browser, choose, fill, isThere, leaves, looks, networkTo, opens, phone, reads, readsNoMore,
  sees, seesNot, sheet, sits, tap,
} from "./room.mjs";

const A1 = "A1 Δημοκρατία";

/** With a host of its own, which ends whatever comes. */
const with_ = (kind, words, test) => async () => {
  const host = await opens(kind, ...words);
  try {
    await test(host.first);
  } finally {
    await host.ends();
  }
};
const atSybota = (test) => with_("host", ["--battle", "sybota"], test);

/** Opens what a ship may do, and one of its orders. */
const order = async (page, ship, name) => {
  await tap(page, new RegExp(`^${ship} [^:]* · `));
  await tap(sheet(page), new RegExp(`^${name}`));
};
/** Begins her turn with a step that is proposed. */
const begins = async (page, ship) => {
  await tap(page, `${ship}: begin her turn`);
  await tap(page, "Give the order");
};
/** How often the log tells of something. */
const inTheLog = (page, text) => page.locator("#log").getByText(text).count();

const tests = {
  "two phones sit down, and each hears what the other did": atSybota(async ({ page, listening, code }) => {
    const kleon = await phone(page);
    await kleon.getByLabel("Your name").waitFor();
    assert.ok(!await kleon.getByLabel("Code").isVisible(), "the camera has read the code");
    await looks(kleon, "join");
    await asksForSeat(kleon, "Kleon", "Side A");
    await reads(kleon, "You: The Athenian squadron at Sybota (A)");
    const nikias = await phone(listening);
    await asksForSeat(nikias, "Nikias", "Side B", "NOBODY-1");
    await reads(nikias, "This is not the table's code.");
    await fill(nikias, "Code", code.toLowerCase());
    await tap(nikias, "Sit down");
    await reads(nikias, "You: The Corinthians at Sybota (B)");
    await sees(kleon, /Corinthians at Sybota \(B\) · Nikias/, "heading");
    await looks(kleon, "table");
    await begins(kleon, A1);
    await reads(nikias, `${A1} begins her turn.`);
    await seesNot(nikias, /^A1 /);
    await order(nikias, "B1", "Sail");
    await tap(nikias, "Roll");
    await reads(kleon, /^Sail B1/);
    const late = await phone(page);
    await asksForSeat(late, "Late", "Side A");
    await reads(late, "The seat is taken.");
  }),

  "dice of the table are entered by whoever rolled them, and impossible ones refused": atSybota(async ({ page }) => {
    const [kleon, nikias] = [await sits(page, "Kleon", "Side A"), await sits(page, "Nikias", "Side B")];
    await begins(kleon, A1);
    await order(kleon, "A1", "Sail");
    await reads(kleon, "Against the wind");
    await looks(kleon, "order");
    await tap(kleon, "I rolled…");
    await fill(kleon, "What you rolled: sail, 1d6", "7");
    await tap(kleon, "Enter");
    await reads(kleon, "1d6 for sail gives 1 to 6, not 7");
    await looks(kleon, "dice");
    await fill(kleon, "What you rolled: sail, 1d6", "4");
    await tap(kleon, "Enter");
    await reads(nikias, "Sail 1d6: 4 + 1.");
    await order(kleon, "A1", "Ram");
    await seesNot(kleon, "I rolled…");
    await choose(kleon, "Target", "B1 Πηγασίς");
    await fill(kleon, "Spaces straight ahead (1–8)", "4");
    await tap(kleon, "I rolled…");
    await fill(kleon, "What you rolled: ram, 1d10", "5");
    await tap(kleon, "Enter");
    await fill(kleon, "What you rolled: move lost, 1d6", "3");
    await tap(kleon, "Enter");
    await reads(nikias, /Ram 1d10: 5 \+ 1; move lost 1d6: 3\./);
  }),

  "what was rolled is taken back only with the other side's yes": atSybota(async ({ page }) => {
    const [kleon, nikias] = [await sits(page, "Kleon", "Side A"), await sits(page, "Nikias", "Side B")];
    await begins(kleon, A1);
    await order(kleon, "A1", "Sail");
    await tap(kleon, "Roll");
    await reads(nikias, /^Sail A1/);
    await tap(kleon, "Undo");
    await reads(kleon, "Waiting for The Corinthians at Sybota (B).");
    await reads(nikias, "Take this order back?");
    await looks(nikias, "asked-undo");
    await tap(nikias, "No");
    await reads(kleon, "The other side said no.");
    assert.equal(await inTheLog(kleon, /^Sail A1/), 1);
    await tap(kleon, "Undo");
    await tap(nikias, "Yes");
    await reads(kleon, "An order was taken back.");
    await kleon.locator("#log .undone").getByText(/^Sail A1/).waitFor();
    // A turn that was begun is the side's own: it is taken back without a word.
    await tap(kleon, "Undo");
    await nikias.locator("#log .undone").getByText(/begins her turn/).waitFor();
  }),

  "a declared order asks the other side on their own device, in sight of all": with_(
    "host", ["--battle", "five-against-five"], async ({ page }) => {
      const [kleon, nikias, looker] = [
        await sits(page, "Kleon", "Side A"), await sits(page, "Nikias", "Side B"), await sits(page, "Arist", "Look on"),
      ];
      await order(kleon, "A1", "Ram");
      await reads(kleon, "Side B is asked first.");
      await tap(kleon, "Give it, roll my own dice");
      for (const waits of [kleon, looker]) {
        await reads(waits, "The target tries to back water first");
        await reads(waits, "Waiting for The Roman squadron (B).");
        await seesNot(waits, "She stays on her course");
      }
      await sees(nikias, "She tries to back water");
      await looks(nikias, "asked");
      await looks(looker, "looker");
      await tap(nikias, "She tries to back water");
      // Who tries to avoid rolls for it, with dice of their own.
      await tap(nikias, "I rolled…");
      await nikias.getByLabel(/^What you rolled/).fill("1");
      await tap(nikias, "Enter");
      await reads(looker, /^Ram A1/);
    },
  ),
};

const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
const start = Date.now();
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const begun = Date.now();
  try {
    await test();
    assert.deepEqual(await leaves(), []);
    passed += 1;
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILS ${name}\n${error.stack}${error.cause ? `\n${error.cause}` : ""}`);
    await leaves();
  }
}
await browser.close();
console.log(`${passed} passed, ${failed} failed, ${((Date.now() - start) / 1000).toFixed(0)} s`);
process.exit(failed === 0 ? 0 : 1);
