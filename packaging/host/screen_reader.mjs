// Tests that play a round by accessible names alone, as with a screen reader, and compare the
// announcements with the expected text.
import { strict as assert } from "node:assert";

import { choose, dock, fill, joinTable, sees, showTab, stage, startServer, still, tap } from "./devices.mjs";

/** A server with a table for these two fleets. */
const atTable = (open, test) => async () => {
  const hall = await startServer("hall");
  try {
    const { listening } = hall.first;
    const made = await fetch(`${listening}/tables`, { method: "POST", body: JSON.stringify({ key: "0123456789abcdef", open }) });
    await test(new URL((await made.json()).page, listening).href);
  } finally {
    await hall.ends();
  }
};

/** Waits for the last of these announcements, and compares all of them. */
const compareAnnouncements = async (page, lines) => {
  const log = page.getByRole("log", { name: "Announcements" });
  await page.waitForFunction(([log, last]) => log.lastElementChild?.textContent === last, [await log.elementHandle(), lines.at(-1)])
    .catch(() => {});
  assert.deepEqual(await log.locator("p").allTextContents(), lines);
};

/** Opens a step of a ship’s turn, with or without an enemy, by the names on the page. */
const step = async (page, ship, name, enemy) => {
  const chosen = page.getByRole("button", { name: new RegExp(`^${ship} `), pressed: true });
  await still(page);
  if (await chosen.count() === 0) await tap(page, new RegExp(`^${ship} `));
  if (enemy) await tap(page, new RegExp(`^${enemy} `));
  await tap(stage(page), new RegExp(`^${name}`));
};
/** Waits until each page shows what the other has done. */
const settle = async (...pages) => {
  const seen = (page) => page.evaluate(async () => (await import("/table.js")).now.view.at);
  do {
    await Promise.all(pages.map(still));
  } while (new Set(await Promise.all(pages.map(seen))).size > 1);
};
/** Types own dice, one roll after the other. */
const rolls = async (page, ...faces) => {
  await tap(page, "I rolled…");
  for (const face of faces) {
    await fill(page, /^What you rolled/, String(face));
    await tap(page, "Enter");
  }
};

const greekFire = {
  system: "greek-fire",
  sides: [
    { system: "greek-fire", name: "Athens", ship: [{ name: "Paralos", type: "trireme", advantages: ["archers"] }] },
    { system: "greek-fire", name: "Corinth", ship: [{ name: "Chimaira", type: "trireme", advantages: ["archers"] }] },
  ],
};
const chicken = {
  system: "chicken-of-the-sea",
  sides: [
    { system: "chicken-of-the-sea", name: "Carthage", nation: "carthage", ship: [{ name: "Tanit", cq: 4, speed: 3 }] },
    { system: "chicken-of-the-sea", name: "Rome", nation: "rome", ship: [{ name: "Victoria", cq: 4, speed: 2 }] },
  ],
  options: { "open-speeds": true },
};

/** The regions, groups and dialogs that have no name. */
const nameless = (page) => page.evaluate(() => {
  const all = [...document.querySelectorAll("nav, [role=log], [role=group], dialog")].filter((one) => one.checkVisibility());
  return all.filter((one) => !one.ariaLabel && !one.getAttribute("aria-labelledby")).map((one) => one.outerHTML.slice(0, 80));
});

export const byNames = {
  "a round of Greek Fire is played by names, with the expected announcements": atTable(greekFire, async (page) => {
    const both = await joinTable(page, "Kleon", "Both sides");
    await step(both, "A1", "Sail");
    await rolls(both, 4);
    await step(both, "A1", "Shoot B1: archers 1", "B1");
    await choose(both, "Range in hexes", "1");
    await rolls(both, 1);
    await tap(dock(both), /^Done with A1/);
    await step(both, "B1", "Row");
    await choose(both, "Move points used", "3");
    await tap(both, "Give the order");
    await step(both, "B1", "Ram A1", "A1");
    await choose(both, "Spaces straight ahead", "3");
    await choose(both, "Bow to bow", "No");
    // The name of a button has the chance that it shows.
    await sees(stage(both), "Oars sheared: 40% (3–6 on 1d10)");
    await rolls(both, 5, 3);
    await compareAnnouncements(both, [
      "Round 1. Both sides’ turn. The fleets are equal: roll for first side, or choose a ship",
      "Roll 1d6: sail: floundering 17%, against the wind 33%, no effect 50%",
      "Begin her turn A1. A1 Paralos begins her turn.",
      "Round 1. Athens’ turn. A1 Paralos: Sail: roll for the wind",
      "Sail A1: no effect. Sail 1d6: 4. The wind changes nothing for A1 Paralos.",
      "Round 1. Athens’ turn. A1 Paralos: Row: up to 6 move points",
      "Still to answer: Range in hexes",
      "Roll 1d10: archers to hit: miss 30%, hit 58%, hit and fire 12%",
      "Shoot A1 → B1, archers: miss. Archers to hit 1d10: 1 + 2. A1 Paralos shoots at B1 Chimaira with archers 1; 9 shots left.",
      "Row A1, all. A1 Paralos spends 6 move points.",
      "Morale A1: fights on. A1 Paralos fights on.",
      "End her turn A1. A1 Paralos ends her turn.",
      "Round 1. Corinth’s turn. Corinth (B): choose the ship that moves",
      "Begin her turn B1. B1 Chimaira begins her turn.",
      "Row B1. B1 Chimaira spends 3 move points.",
      "Round 1. Corinth’s turn. B1 Chimaira: Morale: does she fight on?",
      "Still to answer: Spaces straight ahead; Bow to bow",
      "Still to answer: Bow to bow",
      "Roll 1d10: ram: no effect 20%, oars sheared 40%, sinking slowly 20%, sinking fast 10%, sunk 10%",
      "Ram B1 → A1: oars sheared. Ram 1d10: 5; move lost 1d6: 3. B1 Chimaira rams A1 Paralos. A1 Paralos loses 3 move points for the rest of the battle.",
    ]);
    assert.deepEqual(await nameless(both), []);
    const buttons = both.getByRole("navigation", { name: "Undo and redo" });
    for (const name of ["Undo", "Redo"]) await sees(buttons, name);
    await showTab(both, "own");
    await sees(both, /^Athens \(A\)/, "heading");
    await showTab(both, "other");
    await sees(both, /^Corinth \(B\)/, "heading");
    await showTab(both, "log");
    await sees(both, "Log", "heading");
  }),

  "a round of Chicken of the Sea is played by names on two phones, and each announces it": atTable(chicken, async (page) => {
    const [kleon, nikias] = [await joinTable(page, "Kleon", /^Side A/), await joinTable(page, "Nikias", /^Side B/)];
    await nikias.getByLabel("I roll my own dice").check();
    for (const [player, ship, speed] of [[kleon, "A1", "4"], [nikias, "B1", "1"]]) {
      await step(player, ship, "Set her speed");
      await choose(player, "Speed", speed);
      await tap(player, "Give the order");
      await settle(kleon, nikias);
    }
    // A phase that both sides share ends when both are ready.
    await tap(dock(kleon), "Next phase: Carthage moves");
    await settle(kleon, nikias);
    await tap(dock(nikias), "Next phase: Carthage moves");
    await settle(kleon, nikias);
    await step(kleon, "A1", "Ram B1", "B1");
    await choose(kleon, "Where she strikes", "Flank");
    await choose(kleon, "Movement points left in the target’s hex", "1");
    await tap(kleon, "Use my dice");
    await settle(kleon, nikias);
    // The name of the button has the text and the chances that it shows.
    await tap(nikias, "She tries to back water: backs water 67%, sunk 22%, missed 11%");
    await settle(kleon, nikias);
    await rolls(nikias, 2);
    await settle(kleon, nikias);
    await tap(dock(kleon), /^Done with A1/);
    await settle(kleon, nikias);
    for (const [player, phase] of [[kleon, "Carthage boards"], [kleon, "Rome moves"], [nikias, "Rome boards"], [nikias, "End of the turn"]]) {
      await tap(dock(player), `Next phase: ${phase}`);
      // If a step is left, a form names it first.
      await still(player);
      const give = dock(player).getByRole("button", { name: "Give the order" });
      if (await give.count() > 0) await tap(dock(player), "Give the order");
      await settle(kleon, nikias);
    }
    await compareAnnouncements(kleon, [
      "Turn 1. Your turn. A1 Tanit: set speed",
      "Set speed A1, 4. A1 Tanit sets speed 4.",
      "Turn 1. Nikias’ turn. Every galley of Carthage (A) has her speed. Ready",
      "Set speed B1, 1. B1 Victoria sets speed 1.",
      "Turn 1. Your turn. Every galley of Carthage (A) has her speed. Ready",
      "Turn 1. Waiting for Nikias. Ready. Waiting for Rome (B)",
      "End the phase. The next phase: Carthage moves.",
      "Turn 1. Your turn. Choose the galley that moves",
      "Still to answer: Where she strikes; Movement points left in the target’s hex",
      "Still to answer: Movement points left in the target’s hex",
      "Side B is asked first.",
      "An answer is due. Ram A1 → B1, flank. The target tries to back water first. Waiting for Nikias, Rome (B). She stays on her course: sunk 67%, missed 33%. She tries to back water: backs water 67%, sunk 22%, missed 11%.",
      "A roll is due. Ram A1 → B1, flank. Backs water 67%, sunk 22%, missed 11%. Waiting for Nikias, Rome (B).",
      "Ram A1 → B1, flank: backs water. Avoid: backs water on 4 or less 1d6: 2. B1 Victoria backs water, out of the way of A1 Tanit.",
      "Spend points A1",
      "End her move A1",
      "Turn 1. Your turn. Every galley has moved. End the movement",
      "End the phase. The next phase: Carthage boards.",
      "Turn 1. Your turn. Choose a galley beside an enemy, or end boarding",
      "End the phase. The next phase: Rome moves.",
      "Turn 1. Nikias’ turn. Rome (B) moves",
      "End the phase. The next phase: Rome boards. These have movement points left: B1.",
      "Turn 1. Nikias’ turn. Rome (B) may board",
      "End the phase. The next phase: End of the turn.",
      "Turn 1. Your turn. Begin turn 2",
    ]);
    await compareAnnouncements(nikias, [
      "Turn 1. Kleon’s turn. B1 Victoria: set speed",
      "Set speed A1, 4. A1 Tanit sets speed 4.",
      "Turn 1. Your turn. B1 Victoria: set speed",
      "Set speed B1, 1. B1 Victoria sets speed 1.",
      "Turn 1. Your turn. Every galley of Rome (B) has her speed. Ready",
      "End the phase. The next phase: Carthage moves.",
      "Turn 1. Kleon’s turn. Carthage (A) moves",
      "You are asked. Ram A1 → B1, flank. The target tries to back water first. She stays on her course: sunk 67%, missed 33%. She tries to back water: backs water 67%, sunk 22%, missed 11%.",
      "Your roll. Ram A1 → B1, flank. Backs water 67%, sunk 22%, missed 11%. Avoid: backs water on 4 or less: 1d6.",
      "Ram A1 → B1, flank: backs water. Avoid: backs water on 4 or less 1d6: 2. B1 Victoria backs water, out of the way of A1 Tanit.",
      "Spend points A1",
      "End her move A1",
      "End the phase. The next phase: Carthage boards.",
      "Turn 1. Kleon’s turn. Carthage (A) may board",
      "End the phase. The next phase: Rome moves.",
      "Turn 1. Your turn. Choose the galley that moves",
      "End the phase. The next phase: Rome boards. These have movement points left: B1.",
      "Turn 1. Your turn. Choose a galley beside an enemy, or end boarding",
      "End the phase. The next phase: End of the turn.",
      "Turn 1. Your turn. Begin turn 2",
    ]);
    for (const one of [kleon, nikias]) assert.deepEqual(await nameless(one), []);
  }),
};
