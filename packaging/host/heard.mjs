// A round is played by the names of things alone, as a screen reader tells them, and what is
// said meanwhile is a script that a person can follow.
import { strict as assert } from "node:assert";

import { choose, fill, opens, sees, sheet, sits, tap } from "./room.mjs";

/** A hall with a table for these two fleets. */
const atTable = (open, test) => async () => {
  const hall = await opens("hall");
  try {
    const { listening } = hall.first;
    const made = await fetch(`${listening}/tables`, { method: "POST", body: JSON.stringify({ key: "0123456789abcdef", open }) });
    await test(new URL((await made.json()).page, listening).href);
  } finally {
    await hall.ends();
  }
};

/** Waits until these lines have been said since the last time: each once, in this order. */
const hears = async (page, ...lines) => {
  page.script = [...page.script ?? [], ...lines];
  const log = page.getByRole("log", { name: "What happens" });
  await page.waitForFunction(([log, many]) => log.children.length >= many, [await log.elementHandle(), page.script.length])
    .catch(() => {});
  assert.deepEqual((await log.locator("p").allTextContents()).slice(0, page.script.length), page.script);
};

/** Opens an order of a ship by the names on the page. */
const order = async (page, ship, name) => {
  await tap(page, new RegExp(`^${ship} [^:]* · `));
  await tap(sheet(page), new RegExp(`^${name}`));
};
/** The dice of the table are typed, one roll after the other. */
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

/** What is to be skipped to, or heard as one, has a name. */
const nameless = (page) => page.evaluate(() => {
  const all = [...document.querySelectorAll("nav, [role=log], [role=group], dialog")].filter((one) => one.checkVisibility());
  return all.filter((one) => !one.ariaLabel && !one.getAttribute("aria-labelledby")).map((one) => one.outerHTML.slice(0, 80));
});

export const heard = {
  "a round of Greek Fire is played by names, and what is said can be followed": atTable(greekFire, async (page) => {
    const both = await sits(page, "Kleon", "Both sides");
    await tap(both, "A1 Paralos: begin her turn");
    await tap(both, "Give the order");
    await hears(both,
      "Round 1. Even fleets: roll for first side, or begin with either. Next: Roll for first side, or A1 Paralos: begin her turn.",
      "Begin her turn A1. A1 Paralos begins her turn.",
      "Round 1. A1 Paralos: her turn begins. Next: Sail: read the wind, or B1 Chimaira: begin her turn.");
    await order(both, "A1", "Sail");
    await hears(both, "Roll 1d6: sail: floundering 17%, against the wind 33%, no effect 50%");
    await rolls(both, 4);
    await hears(both,
      "Sail A1: no effect. Sail 1d6: 4. The wind changes nothing for A1 Paralos.",
      "Round 1. A1 Paralos: wind known. Row next. Next: Row: up to 6 move points, or B1 Chimaira: begin her turn.");
    await order(both, "A1", "Shoot");
    await hears(both, "Still to say: Range in hexes");
    await choose(both, "Range in hexes", "1");
    await hears(both, "Roll 1d10: archers to hit: miss 30%, hit 58%, hit and fire 12%");
    await rolls(both, 1);
    await hears(both,
      "Shoot A1 → B1, archers: miss. Archers to hit 1d10: 1 + 2. A1 Paralos shoots at B1 Chimaira with archers 1; 9 shots left.");
    await order(both, "A1", "Morale");
    await hears(both, "Roll 1d10: morale: fights on 100%");
    await rolls(both, 5);
    await hears(both,
      "Morale A1: fights on. Morale 1d10: 5 + 2. A1 Paralos fights on.",
      "Round 1. A1 Paralos: morale tested. Shoot, or end her turn. Next: Shoot: 1 weapon ready, or B1 Chimaira: begin her turn.");
    await tap(both, "B1 Chimaira: begin her turn");
    await tap(both, "Give the order");
    await hears(both,
      "Begin her turn B1. B1 Chimaira begins her turn.",
      "Round 1. B1 Chimaira: her turn begins. Next: Sail: read the wind.");
    await order(both, "B1", "Row");
    await choose(both, "Move points used", "3");
    await tap(both, "Give the order");
    await hears(both,
      "Row B1. B1 Chimaira spends 3 move points.",
      "Round 1. B1 Chimaira: rowed. Shoot, ram or board. Next: Shoot: 2 weapons ready.");
    await order(both, "B1", "Ram");
    await hears(both, "Still to say: Spaces straight ahead; Bow to bow");
    await choose(both, "Spaces straight ahead", "3");
    await hears(both, "Still to say: Bow to bow");
    await choose(both, "Bow to bow", "No");
    await hears(both,
      "Roll 1d10: ram: no effect 20%, oars sheared 40%, sinking slowly 20%, sinking fast 10%, sunk 10%");
    // A button that shows a chance is called so.
    await sees(sheet(both), "Oars sheared: 40% (3–6 on 1d10)");
    await rolls(both, 5, 3);
    await hears(both,
      "Ram B1 → A1: oars sheared. Ram 1d10: 5; move lost 1d6: 3. B1 Chimaira rams A1 Paralos. A1 Paralos loses 3 move points for the rest of the battle.",
      "Round 1. B1 Chimaira: rammed. Board, or roll for morale. Next: Shoot: 2 weapons ready.");
    await tap(both, "End round 1");
    await tap(both, "Give the order");
    await hears(both,
      "End the round. The round is over. These ships made no sail roll: B1. The morale of these ships was not tested: B1.",
      "Round 2. Even fleets: roll for first side, or begin with either. Next: Roll for first side, or A1 Paralos: begin her turn.");
    assert.deepEqual(await nameless(both), []);
    const buttons = await both.getByRole("navigation", { name: "Back and forth" }).getByRole("button").allTextContents();
    assert.deepEqual(buttons.slice(0, 2), ["Undo", "Redo"]);
    for (const heading of [/^Athens \(A\)/, /^Corinth \(B\)/, "Log"]) await sees(both, heading, "heading");
  }),

  "a round of Chicken of the Sea is played by names at two phones, and each hears it": atTable(chicken, async (page) => {
    const [kleon, nikias] = [await sits(page, "Kleon", /^Side A/), await sits(page, "Nikias", /^Side B/)];
    await nikias.getByLabel("I roll my own dice").check();
    // Kleon was there before Nikias, and is told that he has come.
    await hears(kleon, "Turn 1. Carthage (A): set speeds (1 to go). Next: A1 Tanit: set speed.");
    await hears(nikias, "Turn 1. Waiting for Kleon: speed.");
    const both = (...lines) => Promise.all([kleon, nikias].map((each) => hears(each, ...lines)));
    const apart = (...lines) => Promise.all([hears(kleon, lines[0]), hears(nikias, lines[1])]);
    await tap(kleon, "A1 Tanit: set speed");
    await choose(sheet(kleon), "Speed", "4");
    await tap(kleon, "Give the order");
    await both("Set speed A1, 4: set. A1 Tanit sets speed 4.");
    await apart("Turn 1. Waiting for Nikias: speed.", "Turn 1. Rome (B): set speeds (1 to go). Next: B1 Victoria: set speed.");
    await tap(nikias, "B1 Victoria: set speed");
    await choose(sheet(nikias), "Speed", "1");
    await tap(nikias, "Give the order");
    await both("Set speed B1, 1: set. B1 Victoria sets speed 1.", "Turn 1. Every galley has her speed. Next: Next phase: Carthage moves.");
    await tap(kleon, "Next phase: Carthage moves");
    await tap(kleon, "Give the order");
    // A phase in which both act ends when both are ready.
    await tap(nikias, "Next phase: Carthage moves");
    await tap(nikias, "Give the order");
    await both("End the phase. The next phase: Carthage moves.");
    await apart(
      "Turn 1. Carthage (A): spend all movement points. Enter each ram or shear as it happens. Next: A1 Tanit: ram.",
      "Turn 1. Waiting for Kleon: carthage moves.");
    await order(kleon, "A1", "Ram");
    await hears(kleon, "Still to say: Where she strikes; Movement points left in the target’s hex");
    await choose(sheet(kleon), "Where she strikes", "Flank");
    await hears(kleon, "Still to say: Movement points left in the target’s hex");
    await choose(sheet(kleon), "Movement points left in the target’s hex", "1");
    await hears(kleon, "Side B is asked first.");
    await tap(kleon, "Use my dice");
    const each = "She stays on her course: sunk 67%, missed 33%. She tries to back water: backs water 67%, sunk 22%, missed 11%.";
    await apart(
      `Ram A1 → B1, flank. The target tries to back water first. Waiting for Nikias, Rome (B). ${each}`,
      `You are asked. Ram A1 → B1, flank. The target tries to back water first. ${each}`);
    // The button is called as it looks, with its chances.
    await tap(nikias, "She tries to back water: backs water 67%, sunk 22%, missed 11%");
    await apart(
      "Ram A1 → B1, flank. Backs water 67%, sunk 22%, missed 11%. Waiting for Nikias, Rome (B).",
      "You are asked. Ram A1 → B1, flank. Backs water 67%, sunk 22%, missed 11%. Avoid: backs water on 4 or less: 1d6. Roll.");
    await rolls(nikias, 2);
    await both("Ram A1 → B1, flank: backs water. Avoid: backs water on 4 or less 1d6: 2. B1 Victoria backs water, out of the way of A1 Tanit.");
    await hears(kleon, "Turn 1. Carthage (A): spend all movement points. Enter each ram or shear as it happens. Next: A1 Tanit: end her move.");
    const goesOn = async (who, phase, told, ...next) => {
      await tap(who, `Next phase: ${phase}`);
      await tap(who, "Give the order");
      await both(told);
      await apart(...next);
    };
    await goesOn(kleon, "Carthage boards", "End the phase. The next phase: Carthage boards. These have movement points left: A1.",
      "Turn 1. Carthage (A): a galley may board an enemy at whose front or flank she was when the phase began. Next: A1 Tanit: board.",
      "Turn 1. Waiting for Kleon: carthage boards.");
    await goesOn(kleon, "Rome moves", "End the phase. The next phase: Rome moves.",
      "Turn 1. Waiting for Nikias: rome moves.",
      "Turn 1. Rome (B): spend all movement points. Enter each ram or shear as it happens. Next: B1 Victoria: ram.");
    await goesOn(nikias, "Rome boards", "End the phase. The next phase: Rome boards. These have movement points left: B1.",
      "Turn 1. Waiting for Nikias: rome boards.",
      "Turn 1. Rome (B): a galley may board an enemy at whose front or flank she was when the phase began. Next: B1 Victoria: board.");
    const over = "Turn 1. The turn is over. Next: Begin turn 2.";
    await goesOn(nikias, "End of the turn", "End the phase. The next phase: End of the turn.", over, over);
    await tap(nikias, "Begin turn 2");
    await tap(nikias, "Give the order");
    await apart(
      "You are asked. End the phase. Go on to what comes next? Yes. No.",
      "End the phase. Go on to what comes next? Waiting for Kleon, Carthage (A).");
    await tap(kleon, "Yes");
    await both("End the phase. The next phase: Speed.");
    await apart("Turn 2. Carthage (A): set speeds (1 to go). Next: A1 Tanit: set speed.", "Turn 2. Waiting for Kleon: speed.");
    for (const one of [kleon, nikias]) assert.deepEqual(await nameless(one), []);
  }),
};
