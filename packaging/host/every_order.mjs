// Gives every order of every game once on the page, as a player does: with the ship's card, the form
// and the button. Corrections and entered dice make each order possible without luck.
import { strict as assert } from "node:assert";

import { dock, sheet, showTab, stage, token } from "./devices.mjs";

/** Steps that the test takes without the page: a correction of a record, and an order with entered dice. */
const set = (ship, field, value) => ({ change: { order: { kind: "adjust", ship, field, value } } });
const rolled = (dice, order) => ({ change: { order, dice } });
/** An undo, for orders that end the battle, because more orders follow. */
const undo = { change: { undo: {} } };
/** An order that is given on the page: its unit or side, and the answers in its form. */
const give = (who, kind, answers = {}) => ({ who, kind, answers });

/** Both sides agree on the result. */
const agree = [give("", "agree-result", { Result: /draw/i }), undo];

const greekFire = [
  give("", "first-side"),
  give("A1", "activate"),
  set("A1", "fires", 1),
  give("A1", "fire"),
  give("A1", "sail", { Waters: "Rough waters" }),
  set("A1", "grappled", ["B1"]),
  give("A1", "ungrapple"),
  set("A1", "grappled", []),
  give("A1", "end-turn"),
  give("A2", "row", { "Move points used": "1" }),
  give("A3", "terrain", { "The hex": "Sargasso" }),
  give("A2", "shoot", { Target: "B2", "Range in hexes": "1" }),
  give("A4", "ram", { Target: "B3", "Spaces straight ahead": "2", "Bow to bow": "No" }),
  give("A3", "board", { Target: "B4" }),
  set("B5", "status", "surrendered"),
  give("A3", "take-prize", { "Crew sent over": "5" }),
  give("A4", "morale", { "Adjacent enemies": ["B4"] }),
  set("A5", "routing", true),
  give("A5", "escape"),
  give("B2", "leave-table"),
  give("B1", "adjust", { Entry: "Crew", "New value": "40", Reason: "so it stands on the table" }),
  give("", "end-round"),
  ...agree,
  give("A", "concede"),
];

const chicken = [
  give("A", "out-of-range", { "Galleys out of his range": ["A3"] }),
  give("A3", "command-check", { "Within the admiral’s range": "No" }),
  give("A4", "set-speed", { Speed: "2" }),
  give("A1", "form", { Formation: "Column", "Galleys in their order": ["A1", "A2"] }),
  give("A2", "break-formation"),
  give("", "end-phase"),
  set("A4", "crippled", true),
  set("A4", "drift_owed", true),
  give("A4", "drift"),
  set("A5", "aground", true),
  give("A5", "refloat"),
  set("A2", "speed", 2),
  set("A2", "fouled_with", ["B5"]),
  give("A2", "unfoul"),
  give("A1", "transfer-admiral", { To: "A3" }),
  set("A1", "speed", 5),
  give("A1", "coast", { "Her bow points at a hexside of land alone": "No", "She backs into it": false }),
  set("A1", "aground", false),
  give("A1", "enter-occupied", { "Galley already there": "B5", "Through the other’s flank": "No" }),
  set("A1", "fouled_with", []),
  set("A3", "speed", 5),
  give("A3", "shear", { Target: "B4", "Where she goes in": "Front", "The target tries to back water first": "No" }),
  set("B1", "speed", 2),
  give("A1", "ram", { Target: "B1", "Where she strikes": "Flank", "Movement points left": "1", "The target tries to back water first": "Yes" }),
  set("A2", "fouled_with", []),
  set("A2", "mp_left", 3),
  give("A2", "spend", { "Movement points": "1" }),
  give("A2", "end-move"),
  set("B3", "speed", 4),
  give("B3", "leave-table"),
  give("A2", "board", { Boarders: ["A2"], Target: "B4" }),
  rolled([6], { kind: "board", ships: ["A3"], target: "B2" }),
  give("B2", "counterboard", { Target: "A3" }),
  give("A2", "adjust", { Entry: "Crew quality", "New value": "3" }),
  ...agree,
  give("B", "resign"),
];

const lost = ["A6", "A7", "A8", "A9", "A10", "A11", "A12"];
const ancientNavalGames = [
  give("", "first-side"),
  ...lost.map((ship) => set(ship, "status", "lost")),
  ...lost.map((ship) => set(ship.replace("A", "B"), "status", "lost")),
  give("", "morale"),
  give("A1", "activate", { "Starts with no friend adjacent": "No" }),
  give("A1", "move", { "Hexes ahead": "1" }),
  give("A1", "oar-strike", { Target: "B1", Where: "Bow" }),
  give("A2", "ram", { Target: "B2", Where: "Aft" }),
  give("A3", "leave-table"),
  give("A4", "finish"),
  give("A4", "adjust", { Entry: "Name", "New value": "Salvia" }),
  give("", "end-turn"),
  ...agree,
  give("A", "cede"),
];

const fastPlaySalamis = [
  give("", "first-side"),
  set("A1", "in_contact_with", ["B1"]),
  give("A1", "breakaway", { From: "B1" }),
  give("B3", "bows", { Target: "A3", "Range in inches": "3" }),
  give("A6", "leave-table"),
  give("", "end-phase"),
  give("A2", "ram", { Target: "B2" }),
  set("A4", "in_contact_with", ["B4"]),
  set("B4", "rammed_by_this_phase", ["A4"]),
  give("A4", "board", { Target: "B4" }),
  set("A5", "in_contact_with", ["B5"]),
  set("B5", "boarded_by", ["A5"]),
  give("A5", "hand-to-hand", { "On whose deck": "B5" }),
  give("B6", "adjust", { Entry: "Hits", "New value": "1" }),
  ...agree,
  give("A", "concede"),
];

const commandAndChaos = [
  // The first player draws first.
  rolled([6, 1], { kind: "initiative" }),
  give("A", "draw"),
  give("A", "discard", { Cards: 1 }),
  give("A", "draw"),
  give("B", "draw"),
  give("", "end-phase"),
  give("A", "move-zone", { Zone: "Left wing" }),
  give("B", "pass"),
  give("A", "move-officer", { Zone: "Left battle line" }),
  give("B11", "leave"),
  give("B11", "join", { Cavalry: "B1" }),
  give("A9", "advance"),
  give("A5", "charge", { Target: "B4", "The target answers": "Stand" }),
  give("A11", "javelins", { Target: "B7", "Throws its javelins": true }),
  set("A12", "fallback_owed", 1),
  give("A12", "fall-back"),
  set("B7", "status", "routed"),
  give("A2", "flank", { Target: "B6", "Flank or rear": "Flank" }),
  give("B6", "turn", { "Enemy at its flank": "A2" }),
  give("B6", "allied-morale"),
  give("B7", "close-rout"),
  give("", "end-phase"),
  give("A13", "skirmish", { Target: "B13" }),
  give("A4", "play-card", { Card: /./ }),
  give("A4", "reveal", { Target: "B5" }),
  give("A4", "melee", { Target: "B5", "Dice that a card adds": { A4: "1" } }),
  set("A", "lieutenants.right-wing.lost", true),
  give("A1", "attach", { Officer: "Lieutenant" }),
  set("A1", "officer_at_phase_start", true),
  give("", "end-phase"),
  set("A1", "hits", 3),
  give("A1", "rally"),
  give("A1", "detach", { Officer: "Lieutenant" }),
  give("A10", "reserve", { Zone: "Left battle line", "Column from its own left": "1" }),
  give("", "end-phase"),
  give("", "initiative"),
  give("A", "replace-lieutenant", { Zone: "Right wing" }),
  give("A8", "adjust", { Entry: "Hits", "New value": "1" }),
  ...agree,
  give("A", "concede"),
];

const battle = (system, sides, options, steps) => ({
  open: { system, sides: sides.map((side) => `${system}/${side}.toml`), options }, steps,
});

/** A battle of each game, with its steps. */
export const EVERY = [
  battle("greek-fire", ["sybota-athens", "sybota-corinth"], {}, greekFire),
  battle("chicken-of-the-sea", ["five-against-five-carthage", "five-against-five-rome"],
    { command: true, "open-speeds": true }, chicken),
  battle("ancient-naval-games", ["aegates-rome", "aegates-carthage"], {}, ancientNavalGames),
  battle("fast-play-salamis", ["starter-greeks", "starter-persians"], {}, fastPlaySalamis),
  battle("command-and-chaos", ["zama-rome", "zama-carthage"], {}, commandAndChaos),
];

/** The order that answers for the target of a ram or shear; no ship’s card offers it. */
export const ASKED = ["avoid"];

/** Waits until no request is pending. */
const idle = (page) => page.locator("[aria-busy=true]").first().waitFor({ state: "hidden" });

/** Takes a step without the page. */
const changeDirectly = async (page, change) => {
  // Events that are not yet received come first.
  const answer = await page.evaluate(async (change) => {
    const connection = await import("/connection.js");
    for (;;) {
      const answer = await connection.change(change);
      if (!answer.gone_on) return answer;
    }
  }, change);
  assert.ok(answer.ok, `${JSON.stringify(change)}: ${JSON.stringify(answer)}`);
  // Waits until the page has read the table after the change.
  await page.waitForFunction(async (at) => (await import("/connection.js")).stored.at >= at, answer.ok.at ?? 0);
  await idle(page);
};

/** Chooses a number for one of several units. */
const setNumber = async (asked, tag, many) => {
  const group = asked.getByRole("radiogroup", { name: new RegExp(`^${tag}\\b`) });
  if (await group.count() > 0) await group.getByRole("radio", { name: many, exact: true }).check();
  else await asked.getByLabel(new RegExp(`^${tag}\\b`)).selectOption({ label: many });
};

/** Answers a question of a form: ticks the items of a list, or sets the number of each. */
const fillField = async (page, question, said) => {
  const asked = stage(page).locator(".asked").filter({ hasText: new RegExp(`^${question}`) }).first();
  await asked.waitFor();
  const boxes = asked.getByRole("checkbox");
  const radios = asked.getByRole("radio");
  if (Array.isArray(said)) {
    for (const box of await boxes.all()) await box.uncheck();
    for (const tag of said) await asked.getByRole("checkbox", { name: new RegExp(`^${tag}\\b`) }).check();
  } else if (question === "Cards") {
    for (const box of (await boxes.all()).slice(0, said)) await box.check();
  } else if (typeof said === "boolean") await boxes.setChecked(said);
  else if (await radios.count() > 0 && said.constructor !== Object) {
    const options = await asked.locator("label.chip").allTextContents();
    const fits = (text) => (said instanceof RegExp ? said.test(text) : text.startsWith(`${said} `));
    const at = options.includes(said) ? options.indexOf(said) : options.findIndex((text) => text !== "—" && fits(text));
    assert.ok(at >= 0, `“${said}” is none of ${options.join(", ")}`);
    await radios.nth(at).check();
  } else if (said.constructor === Object) {
    for (const [tag, many] of Object.entries(said)) await setNumber(asked, tag, many);
  } else {
    const control = asked.locator("select, input");
    if (await control.evaluate(({ tagName }) => tagName === "INPUT")) {
      if (await control.evaluate(({ type }) => type === "checkbox")) await control.setChecked(said !== "No");
      else await control.fill(said);
    } else {
      const options = await control.locator("option:not(:disabled)").allTextContents();
      // A ship is named by her number alone.
      const fits = (text) => (said instanceof RegExp ? said.test(text) : text.startsWith(`${said} `));
      const label = options.find((text) => text === said) ?? options.find((text) => text !== "—" && fits(text));
      assert.ok(label, `“${said}” is none of ${options.join(", ")}`);
      await control.selectOption({ label });
    }
  }
  await idle(page);
};

/** Passes the device to a side, if sides have secrets. */
const passTo = async (page, side) => {
  const hand = (name) => page.locator("#hand").getByRole("button", { name });
  const has = async () => (await page.locator("#hand").innerText()).includes(`(${side}) has the device`);
  if (await has()) return;
  const showButton = hand(new RegExp(`\\(${side || "."}\\)$`)).first();
  if (await hand("Pass the device").count() > 0) {
    await hand("Pass the device").click();
    await showButton.waitFor();
  }
  if (await showButton.count() > 0) await showButton.click();
  await idle(page);
};

/** Covers the device, if a side has it, so that either side’s records can be corrected. */
const coverDevice = async (page) => {
  const cover = page.locator("#hand").getByRole("button", { name: "Pass the device" });
  if (await cover.count() === 0) return;
  await cover.click();
  await cover.waitFor({ state: "detached" });
  await idle(page);
};

/** Opens the form of an order in *More…* of a unit, or of its side or the battle. */
const openForm = async (page, who, kind) => {
  await showTab(page, "table");
  if (who === "" || who.length === 1) {
    await page.getByRole("button", { name: "Other…" }).click();
    const of = who === "" ? "Orders of the battle" : new RegExp(`\\(${who}\\)$`);
    await sheet(page).getByRole("button", { name: of }).click();
  } else {
    const one = await token(page, who);
    // A tap on an enemy would make it the target, so its own orders are opened from the list of its side.
    if (await one.getAttribute("aria-pressed") === "true") await stage(page).getByRole("button", { name: "More…" }).click();
    else {
      const pane = page.locator(`.fleet[data-side=${who.slice(0, 1)}]`);
      await showTab(page, await pane.evaluate(({ id }) => id.replace("pane-", "")));
      await pane.getByRole("button", { name: new RegExp(`^${who} `) }).first().click();
    }
  }
  await sheet(page).locator(`button[data-kind="${kind}"]`).click();
  await stage(page).locator(`form[data-kind="${kind}"]`).waitFor();
  await idle(page);
};

/** Answers yes to every question about a waiting order, and lets the app roll. */
const answerQuestions = async (page) => {
  for (;;) {
    await idle(page);
    const button = page.locator("#asked .answer, #asked button.main").first();
    if (await button.count() === 0) return;
    await button.click();
  }
};

/** Gives an order on the page. Returns the types of the fields of its form. */
const giveOrder = async (page, { who, kind, answers }) => {
  await showTab(page, "table");
  await passTo(page, who.slice(0, 1));
  await openForm(page, who, kind);
  for (const [question, said] of Object.entries(answers)) await fillField(page, question, said);
  const shown = await stage(page).locator(".asked").evaluateAll((each) => (
    each.filter((one) => one.checkVisibility()).map(({ dataset }) => dataset.type)
  ));
  const button = dock(page).locator(".act .main");
  const seen = async () => (await page.locator("#stage, #dock").allInnerTexts()).join(" | ").replaceAll("\n", " | ");
  if (await button.isDisabled()) throw new Error(`it cannot be given: ${await seen()}`);
  await button.click();
  await page.waitForFunction(() => !document.getElementById("order")
    || document.querySelector("#act [role=alert]").textContent !== "");
  if (await page.locator("#order").count() > 0) throw new Error(`it is refused: ${await seen()}`);
  await answerQuestions(page);
  return shown;
};

/** Plays a battle of `EVERY`. Returns the kinds of orders given, the types of fields, and the
 * failures. */
export const playEvery = async (page, steps) => {
  const [kinds, types, faults] = [new Set(), new Set(), []];
  for (const step of steps) {
    try {
      if (step.change) {
        await coverDevice(page);
        await changeDirectly(page, step.change);
        continue;
      }
      for (const type of await giveOrder(page, step)) types.add(type);
      kinds.add(step.kind);
    } catch (error) {
      faults.push(`${JSON.stringify(step)}: ${error.message} at “${(await page.locator("body").innerText()).slice(-600)}”`);
      for (const close of [sheet(page).getByRole("button", { name: "Close" }), dock(page).getByRole("button", { name: "Back" })]) {
        if (await close.count() > 0) await close.click();
      }
    }
  }
  return { kinds, types, faults };
};
