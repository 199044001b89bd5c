// Tests of the page's records, charts, zones, amendments and end of a battle.
import { strict as assert } from "node:assert";

import {
  assertLayout, at, card, choose, dock, fill, joinBoth, reads, sees, seesNot, sheet, showTab, stage, still, tap,
} from "./devices.mjs";

/** Gives an order, with its dice, without the form. */
const changeDirectly = async (page, order, dice) => {
  await still(page);
  const answer = await page.evaluate(async (request) => {
    const [{ change }, { read }] = [await import("/connection.js"), await import("/table.js")];
    const answer = await change(request);
    await read();
    return answer;
  }, dice ? { order, dice } : { order });
  assert.ok(answer.ok, JSON.stringify(answer));
};
const entry = (page, name) => sheet(page).getByRole("button", { name: new RegExp(`^Correct ${name}`) });

export const records = {
  "two taps correct a number of a record, from its own side's seat only": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await tap(kleon, /^A1 /);
    await tap(stage(kleon), "Record of A1 Parrhesia");
    await entry(kleon, "Fire counters 0 of 6").waitFor();
    await assertLayout(kleon, "record");
    await entry(kleon, "Fire counters").tap();
    await assertLayout(kleon, "record-entry");
    await sheet(kleon).getByRole("radio", { name: "2", exact: true }).check();
    await entry(kleon, "Fire counters 2 of 6").waitFor();
    await tap(sheet(kleon), "Close");
    await showTab(nikias, "other");
    await tap(nikias, "Record of A1 Parrhesia");
    await reads(sheet(nikias), "2 of 6");
    await seesNot(sheet(nikias), /^Correct/);
  }),

  "zones face each other, one at a time on a phone and five on a tablet": at("learning", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await changeDirectly(kleon, { kind: "initiative" });
    await changeDirectly(kleon, { kind: "draw", side: "A" });
    const zones = (page) => page.locator("#zone-lines .zone").filter({ visible: true });
    const inZone = (page, name) => page.getByRole("region", { name, exact: true }).locator(".piece").evaluateAll((all) =>
      all.map((one) => one.querySelector("span").textContent));
    assert.equal(await zones(kleon).count(), 1);
    await tap(kleon, "Left wing 1 : 1");
    assert.deepEqual(await inZone(kleon, "Left wing"), ["B8", "A1"]);
    await tap(kleon, "Left 2 : 2");
    assert.deepEqual(await inZone(kleon, "Left"), ["B7", "B6", "A2", "A3"]);
    // The other player sees the zone from the other end.
    await tap(nikias, "Right 2 : 2");
    assert.deepEqual(await inZone(nikias, "Right"), ["A3", "A2", "B6", "B7"]);
    await assertLayout(kleon, "zones");
    await tap(kleon, /^A2 /);
    await still(kleon);
    const hand = kleon.getByRole("navigation", { name: "Cards in hand" }).getByRole("button");
    assert.ok(await hand.count() > 0);
    assert.ok((await hand.first().textContent()).length > 30, "a card has its text");
    assert.equal(await nikias.getByRole("navigation", { name: "Cards in hand" }).count(), 0);
    await kleon.setViewportSize({ width: 1024, height: 768 });
    assert.equal(await zones(kleon).count(), 5);
    await kleon.setViewportSize({ width: 390, height: 844 });
    // A card is played behind the unit that was tapped.
    await changeDirectly(kleon, { kind: "end-phase" });
    await changeDirectly(nikias, { kind: "end-phase" });
    for (const each of [kleon, nikias]) await changeDirectly(each, { kind: "end-phase" });
    await hand.first().tap();
    await tap(sheet(kleon), /^Play a card: A2/);
    await tap(dock(kleon), "Give the order");
    await kleon.waitForFunction(async () => (await import("/table.js")).now.view.sides[0].marks.flatMap(({ hand = [] }) => hand).reduce((all, { count }) => all + count, 0) === 4);
  }),

  "an earlier order is edited after a preview and the other side's consent": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await changeDirectly(kleon, { kind: "activate", ship: "A1" });
    await changeDirectly(kleon, { kind: "shoot", ship: "A1", target: "B1", weapon: "archers", range: 1 }, [9, 5, 4]);
    await showTab(kleon, "log");
    await tap(kleon, /^Shoot A1/);
    await assertLayout(kleon, "log-entry");
    await tap(sheet(kleon), "Edit this order…");
    await choose(stage(kleon), "Range in hexes", "2");
    await choose(stage(kleon), "Target", "B2 Chimaira");
    await tap(dock(kleon), "Preview the change");
    await reads(sheet(kleon), /^Edited: Shoot A1 → B2/);
    await assertLayout(kleon, "edit");
    await tap(sheet(kleon), "Edit the order");
    await tap(dock(nikias), "Yes");
    for (const each of [kleon, nikias]) await each.locator("#last").getByText(/^Shoot A1 → B2/).first().waitFor({ state: "attached" });
    // The other side cannot edit it.
    await showTab(nikias, "log");
    await tap(nikias, /^Shoot A1/);
    await seesNot(sheet(nikias), "Edit this order…");
    await tap(sheet(nikias), "Close");
    await showTab(kleon, "log");
    await tap(kleon, /^Begin her turn/);
    await tap(sheet(kleon), "Remove this order…");
    await reads(sheet(kleon), /^Orders after it: 1/);
    await tap(sheet(kleon), "Close");
    // A forgotten order is inserted before another, with its dice.
    await tap(kleon, /^Shoot A1/);
    await tap(sheet(kleon), "Insert before…");
    await tap(sheet(kleon), /^A1 /);
    await assertLayout(kleon, "insert");
    await tap(sheet(kleon), "Sail");
    await tap(dock(kleon), "Preview the change");
    await fill(sheet(kleon), "What you rolled: sail, 1d6", "4");
    await tap(sheet(kleon), "Enter");
    await reads(sheet(kleon), /^Inserted: Sail A1/);
    await tap(sheet(kleon), "Insert the order");
    await tap(dock(nikias), "Yes");
    await kleon.waitForFunction(async () => (await import("/table.js")).now.rows.map(({ order }) => order.kind).join() === "activate,sail,shoot");
  }),

  "the score, the victory conditions and the special orders are beside the log": at("sybota", async ({ page }) => {
    const [kleon] = await joinBoth(page);
    await showTab(kleon, "log");
    await kleon.getByText("Out of action: A 0/5, B 0/5").filter({ visible: true }).first().tap();
    await reads(kleon, /^The Athenian squadron at Sybota \(A\): Athens was sent to watch/);
    await assertLayout(kleon, "terms");
    // An open list stays open when the table is read again.
    await changeDirectly(kleon, { kind: "activate", ship: "A1" });
    await reads(kleon, /more enemies than friends out of action: 0 against 0, after round 8$/);
    await changeDirectly(kleon, { kind: "ram", ship: "A1", target: "B1", spaces_straight: 4, bow_to_bow: false }, [5, 3]);
    await kleon.locator("#last").getByText(/breaks a special order/).first().waitFor({ state: "attached" });
  }),

  "an outcome shows its chart with its row marked, and the report the luck": at("sybota", async ({ page }) => {
    const [kleon, nikias] = await joinBoth(page);
    await changeDirectly(kleon, { kind: "activate", ship: "A1" });
    await changeDirectly(kleon, { kind: "ram", ship: "A1", target: "B1", spaces_straight: 4, bow_to_bow: false }, [5, 3]);
    await showTab(kleon, "log");
    await tap(kleon, /^Ram A1/);
    await tap(sheet(kleon), "Oars sheared");
    const rows = card(kleon).locator(".chart li");
    assert.ok(await rows.count() > 3, "all rows of the chart are there");
    assert.match(await card(kleon).locator(".chart .lit").textContent(), /^1d10: 3–6/);
    await assertLayout(kleon, "chart");
    await tap(card(kleon), "Close");
    await tap(sheet(kleon), "Close");
    await tap(kleon, "Show the luck of the dice");
    await sees(sheet(kleon), /^How often each face of a d10 was rolled/, "img");
    await assertLayout(kleon, "luck");
    await tap(sheet(kleon), "Close");
    await changeDirectly(kleon, { kind: "concede", side: "A" });
    await tap(dock(nikias), "Open the battle report");
    await reads(sheet(nikias), /^Conceded/);
    await assertLayout(nikias, "end");
  }),
};
