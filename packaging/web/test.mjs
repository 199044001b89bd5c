// Tests of the web app in Chromium; packaging/web/test runs them.
import { mkdir, readFile } from "node:fs/promises";
import { strict as assert } from "node:assert";
import { deflateSync } from "node:zlib";

import {
  aims, DESK, PAGE, PHONE, PHONE_ON_ITS_SIDE, SCREENSHOTS, TABLET, address, barriers, browser, click, control, fight, frames,
  goBack, goForward, gone, has, waitUntilTapsCount, keeps, keepsText, leave, openIn, picture, press, rows, says, waitUntilStill,
  starts, tools, visit, wait,
} from "./player.mjs";

const PLACES = ["Battles", "Fleets", "Print", "Charts", "Settings"];

const FLEET = "fleets/greek-fire/sybota-athens.toml";

// The suggested step when her turn has begun.
const FIRST_STEP = "Sail: roll for the wind";

// The time from the request of a page to its first frame, in milliseconds.
const firstFrame = (page) => page.evaluate(
  () => Math.round(performance.getEntriesByName("first-frame")[0].startTime),
);

const tell = (words) => console.log(`      ${words}`);

// Fills in a ram of B1 during the ship's turn, with the facts that only the players see, so
// that it can be rolled.
const ram = async (page) => {
  await aims(page, "B1 Pegasis");
  // On a phone a finger would have to scroll first.
  await click(page, "Ram B1*");
  await click(page, spaces(4));
  await click(page, "Bow to bow: no");
};
const spaces = (count) => `Spaces straight ahead: ${count}`;
const isSaid = async (page, name) => assert.equal(await control(page, name).getAttribute("aria-checked"), "true");

const tests = {
  "the page starts on every screen, and leads to all places": async () => {
    const screens = { desk: DESK, phone: PHONE, side: PHONE_ON_ITS_SIDE, tablet: TABLET };
    for (const [name, device] of Object.entries(screens)) {
      const page = await visit(device);
      await starts(page);
      const cold = await firstFrame(page);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.reload();
      await starts(page);
      tell(`${name}: first frame after ${cold} ms, after ${await firstFrame(page)} ms the second time`);
      for (const place of PLACES) {
        await press(page, place);
        await picture(page, `${name}-${place.toLowerCase()}`);
      }
      assert.deepEqual(page.errors, []);
      await gone(page);
    }
  },

  "a turn of Greek Fire is fought by touch with the dice on the table": async () => {
    const page = await visit(PHONE);
    await starts(page);
    await fight(page);
    await press(page, FIRST_STEP);
    await picture(page, "phone-dice");
    await press(page, "It shows 4");
    await picture(page, "phone-result");
    await press(page, "Row: up to *");
    await press(page, "Move points used: 1 less");
    await picture(page, "phone-order");
    await press(page, "Give the order");
    await ram(page);
    await press(page, "It shows 5");
    await press(page, "It shows 3");
    await press(page, "End her turn");
    // Her morale is not tested, so the app asks whether to continue.
    await press(page, "Continue anyway");
    await has(page, "Choose B*");
    const kept = await rows(page);
    assert.ok(kept.length >= 5, `${kept.length} rows`);
    const entered = kept.filter((row) => row.includes("\"entered\""));
    assert.ok(entered.length >= 2, `dice were entered in ${entered.length} rows of ${kept}`);
    await gone(page);
  },

  "a reload goes on where it was": async () => {
    const page = await visit(PHONE);
    await starts(page);
    await fight(page);
    await ram(page);
    await press(page, "Roll");
    await keeps(page, 3);
    const there = new URL(page.url()).hash;
    assert.match(there, /^#battle\//);
    await page.reload();
    await starts(page);
    assert.equal(new URL(page.url()).hash, there);
    await press(page, "Log of the battle");
    await picture(page, "phone-log");
    await keeps(page, 3);
    await gone(page);
  },

  "what is filled in is there after a reload, and outlives a browser that does not answer": async () => {
    // Shortens the wait of ten seconds, which occurs three times.
    const before = () => {
      const later = globalThis.setTimeout;
      globalThis.setTimeout = (done, ms, ...more) => (
        later(done, ms === 10_000 && globalThis.answers === false ? 200 : ms, ...more)
      );
    };
    const page = await visit(PHONE, { before });
    await starts(page);
    await fight(page);
    await ram(page);
    const key = `form/order/${new URL(page.url()).hash.slice("#battle/".length)}`;
    await click(page, spaces(3));
    await page.reload();
    await starts(page);
    await has(page, spaces(3));
    await isSaid(page, spaces(3));
    // A change that never completes.
    await page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      globalThis.answers = false;
      IDBObjectStore.prototype.put = function putAndGoOn(...args) {
        const goOn = () => { if (!globalThis.answers) this.get("nothing").onsuccess = goOn; };
        goOn();
        return put.apply(this, args);
      };
    });
    await click(page, spaces(2));
    await says(page, "Could not save the order that you are filling in: the browser does not answer");
    await picture(page, "phone-silent");
    await page.evaluate(() => { globalThis.answers = true; });
    await press(page, "Close the notice");
    await click(page, spaces(5));
    await keepsText(page, key, (text) => Object.values(JSON.parse(text).fields).includes(5));
    await page.reload();
    await starts(page);
    await has(page, spaces(5));
    await isSaid(page, spaces(5));
    await gone(page);
  },

  "the way back closes a form, asks before it leaves the battle, and leads forth into it": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await press(page, FIRST_STEP);
    await has(page, "It shows 4");
    await goBack(page);
    await has(page, FIRST_STEP);
    assert.equal(await control(page, "It shows 4").count(), 0);
    // *Back* does not open closed layers again.
    await press(page, FIRST_STEP);
    await press(page, "It shows 4");
    await has(page, "More");
    await goBack(page);
    await press(page, "Stay here");
    await goBack(page);
    await has(page, "Stay here");
    await goBack(page);
    await has(page, "Start Sybota, 433 BCE");
    await goForward(page);
    await has(page, "Undo the last order");
    assert.equal(await control(page, "Stay here").count(), 0);
    await gone(page);
  },

  "a page that is killed in the midst of an order has it whole or not at all": async () => {
    // The moments at which the page stops until it is killed, with the rows stored then.
    const moments = {
      "before the row is given": 0,
      "when the row is given": null,
      "when the row is kept": 1,
    };
    for (const [moment, more] of Object.entries(moments)) {
      const page = await visit();
      await starts(page);
      await fight(page);
      await ram(page);
      await keeps(page, 2);
      await page.evaluate((at) => {
        const stop = () => {
          console.log("in the midst");
          for (;;);
        };
        const { add } = IDBObjectStore.prototype;
        IDBObjectStore.prototype.add = function addAndStop(...args) {
          if (at === "before the row is given") stop();
          const asked = add.apply(this, args);
          if (at === "when the row is given") stop();
          this.transaction.addEventListener("complete", stop);
          return asked;
        };
      }, moment);
      const stands = page.waitForEvent("console", (said) => said.text() === "in the midst");
      const [killer, context] = [await tools(page), page.context()];
      await press(page, "Roll", { still: false });
      await stands;
      const died = wait(page, "crash");
      killer.send("Page.crash").catch(() => {});
      await died;
      const again = await openIn(context, new URL(page.url()).hash);
      await starts(again);
      await has(again, "Undo the last order");
      const kept = (await rows(again)).length - 2;
      if (more === null) assert.ok(kept === 0 || kept === 1, `${moment}: ${kept} rows more`);
      else assert.equal(kept, more, moment);
      tell(`killed ${moment}: ${kept === 1 ? "it is there" : "it is not there"}`);
      await context.close();
    }
  },

  "a link brings a fleet": async () => {
    const file = await readFile(FLEET);
    const link = Buffer.concat([Buffer.of(1), deflateSync(file)]).toString("base64url");
    const page = await visit(DESK, { path: `#fleet/${link}` });
    await starts(page);
    await has(page, "Open Ship 1: Parrhesia");
    assert.equal(new URL(page.url()).hash, "#fleets/1");
    await picture(page, "desk-shared-fleet");
    await page.reload();
    await starts(page);
    await has(page, "Open Ship 1: Parrhesia");
    await gone(page);
  },

  "a file that is dropped opens, and so does one that is chosen": async () => {
    const page = await visit();
    await starts(page);
    const text = await readFile(FLEET, "utf8");
    const dropped = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], "athens.toml"));
      return transfer;
    }, text);
    await page.dispatchEvent("#trierarch", "drop", { dataTransfer: dropped });
    await has(page, "Open Ship 1: Parrhesia");
    await press(page, "Battles");
    await fight(page);
    await press(page, "Menu of the battle");
    await press(page, "Save the battle or its report");
    await press(page, "Save as: Battle file");
    const coming = wait(page, "download");
    await press(page, "Download");
    const saved = await coming;
    assert.equal(saved.suggestedFilename(), "sybota-433-bce.battle");
    const battle = { name: "mine.battle", mimeType: "", buffer: await readFile(await saved.path()) };
    const other = await visit();
    await starts(other);
    const asked = wait(other, "filechooser");
    await press(other, "Choose a battle file");
    await (await asked).setFiles(battle);
    await has(other, FIRST_STEP);
    assert.equal(new URL(other.url()).hash, "#battle/mine");
    await gone(page);
    await gone(other);
  },

  "the page starts without a network": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.context().setOffline(true);
    await page.reload();
    await starts(page);
    await has(page, FIRST_STEP);
    await gone(page);
  },

  "of two tabs one has the battles, and the other can take them": async () => {
    const first = await visit();
    await starts(first);
    await fight(first);
    const second = await openIn(first.context());
    await second.getByText("Trierarch is open in another tab").waitFor();
    await second.screenshot({ path: `${SCREENSHOTS}/desk-second-tab.png` });
    await second.getByRole("button", { name: "Use it here" }).click();
    await starts(second);
    await first.getByText("Trierarch is now open in another tab").waitFor();
    await press(second, "Continue Sybota, 433 BCE");
    await has(second, FIRST_STEP);
    await gone(first);
  },

  "where the browser keeps nothing, the page says so and goes on": async () => {
    const refuse = () => {
      IDBFactory.prototype.open = () => { throw new DOMException("not here", "SecurityError"); };
    };
    const page = await visit(PHONE, { before: refuse });
    await starts(page);
    await has(page, "Close the notice");
    await picture(page, "phone-keeps-nothing");
    await press(page, "Close the notice");
    await fight(page);
    await has(page, "Save the battle now");
    await gone(page);
  },

  "an order that finds no room is refused, and the battle is as it was": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await ram(page);
    const before = (await rows(page)).length;
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = function add() {
        const full = new DOMException("full", "QuotaExceededError");
        Object.defineProperty(this.transaction, "error", { value: full });
        this.transaction.abort();
      };
    });
    await press(page, "Roll");
    await has(page, "Close the notice");
    await says(page, "no more space");
    await picture(page, "desk-no-room");
    assert.equal((await rows(page)).length, before);
    await gone(page);
  },

  "a battle that the browser may clear is marked, and is not where it promised": async () => {
    for (const promise of [false, true]) {
      const before = `navigator.storage.persist = async () => ${promise};`;
      const page = await visit(PHONE, { before });
      await starts(page);
      await fight(page);
      await press(page, "Menu of the battle");
      await press(page, "Leave the battle");
      await has(page, "Continue Sybota, 433 BCE");
      await waitUntilStill(page);
      const marked = await page.locator("#mirror").getByText("Only in this browser").count();
      assert.equal(marked, promise ? 0 : 1);
      await picture(page, `phone-${promise ? "promised" : "may-be-cleared"}`);
      await gone(page);
    }
  },

  "without WebGL or WebAssembly the page says what it lacks": async () => {
    const noWebGL = () => { HTMLCanvasElement.prototype.getContext = () => null; };
    const noWasm = () => { delete globalThis.WebAssembly; };
    for (const [before, word] of [[noWebGL, "WebGL"], [noWasm, "WebAssembly"]]) {
      const page = await visit(PHONE, { before });
      await page.getByRole("alert").getByText(word).waitFor();
      await page.screenshot({ path: `${SCREENSHOTS}/phone-no-${word.toLowerCase()}.png` });
      await gone(page);
    }
  },

  "a PDF comes down at a desk, and is handed on by a phone": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await press(page, "Print");
    await picture(page, "desk-print-battle");
    const coming = wait(page, "download");
    await press(page, "Save PDF, *");
    const file = await readFile(await (await coming).path());
    assert.equal(String(file.subarray(0, 5)), "%PDF-");
    assert.match(String(file.subarray(-8)), /%%EOF\s*$/);
    await gone(page);
    const share = () => {
      navigator.canShare = () => true;
      navigator.share = async ({ files: [shared] }) => {
        globalThis.shared = { name: shared.name, type: shared.type, start: await shared.slice(0, 5).text() };
      };
    };
    const phone = await visit(PHONE, { before: share });
    await starts(phone);
    await fight(phone);
    await phone.goto(`${address}#print`);
    await press(phone, "Show the pages");
    await press(phone, "Save PDF, *");
    const shared = await phone.waitForFunction(() => globalThis.shared);
    assert.deepEqual(await shared.jsonValue(), { name: "trierarch.pdf", type: "application/pdf", start: "%PDF-" });
    await picture(phone, "phone-print-shared");
    await gone(phone);
  },

  "in an app of its own, files and the screen are the app's": async () => {
    // The app's side of the bridge (packaging/android).
    const before = () => {
      const seen = { awake: false, handed: [], unread: "", copied: "", waiting: ["athens.toml"] };
      globalThis.seen_by_app = seen;
      globalThis.trierarchApp = {
        keepAwake: (on) => { seen.awake = on; },
        handOver: (number, name, content) => { seen.handed.push([number, name, atob(content)]); },
        opened: () => seen.waiting.shift() ?? "",
        unread: (name) => { seen.unread = name; },
      };
      navigator.clipboard.writeText = async (text) => { seen.copied = text; };
    };
    // There is no server: the app answers from its package.
    const home = "https://appassets.androidplatform.net/";
    let opened = await readFile(FLEET);
    const answer = (asked) => {
      const file = new URL(asked.request().url()).pathname.slice(1) || "index.html";
      if (file !== "opened") return asked.fulfill({ path: `${PAGE}/${file}` });
      return asked.fulfill(opened ? { body: opened } : { status: 404 });
    };
    const page = await visit(PHONE, { before, path: home, route: [`${home}**`, answer] });
    const seen = (isIt) => page.waitForFunction(isIt);
    const opens = (name) => page.evaluate((file) => {
      globalThis.seen_by_app.waiting.push(file);
      dispatchEvent(new CustomEvent("opened", { detail: null }));
    }, name);
    // Reports the result of the last file.
    const goes = (went, why = "") => page.evaluate((detail) => {
      const [number] = globalThis.seen_by_app.handed.at(-1);
      dispatchEvent(new CustomEvent("handed", { detail: { number, ...detail } }));
    }, { went, why });
    await starts(page);
    // A file that another app opened, and a link that opens Trierarch.
    await has(page, "Open Ship 1: Parrhesia");
    await press(page, "Save and share");
    await press(page, "Copy the link");
    await seen(() => globalThis.seen_by_app.copied.startsWith("trierarch:fleet/"));
    opened = null;
    await opens("lost.toml");
    await seen(() => globalThis.seen_by_app.unread === "lost.toml");
    opened = await readFile("tests/battles/greek-fire.battle");
    await opens("mine.battle");
    await has(page, "Log of the battle");
    assert.equal(new URL(page.url()).hash, "#battle/mine");
    await seen(() => globalThis.seen_by_app.awake);
    // A file that could not be saved, and one that the player cancelled.
    await press(page, "Menu of the battle");
    await press(page, "Save the battle or its report");
    await press(page, "Save as: Battle file");
    await press(page, "Download");
    await seen(() => globalThis.seen_by_app.handed.length === 1);
    await goes(false, "no room");
    await says(page, "Could not save the battle: no room");
    await page.goto(`${home}#print`);
    await seen(() => !globalThis.seen_by_app.awake);
    await press(page, "Show the pages");
    await press(page, "Save PDF, *");
    await seen(() => globalThis.seen_by_app.handed.length === 2);
    await goes(true);
    await says(page, "Saved as trierarch.pdf");
    await picture(page, "phone-app-saved");
    const handed = await page.evaluate(() => globalThis.seen_by_app.handed.map(
      ([number, name, content]) => [number, name, content.slice(0, 5)],
    ));
    assert.deepEqual(handed, [[1, "mine.battle", "{\n  \""], [2, "trierarch.pdf", "%PDF-"]]);
    const workers = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    assert.equal(workers, 0);
    assert.deepEqual(page.errors, []);
    await gone(page);
  },

  "a finger in a field writes in one of the phone's own": async () => {
    const page = await visit(PHONE, { path: "#charts" });
    await starts(page);
    await press(page, "Search the charts");
    const field = page.locator("#mirror input:focus");
    await field.waitFor();
    await page.keyboard.type("oars");
    await page.waitForFunction(
      () => document.querySelector("#mirror input:focus")?.dataset.kept === "oars",
    );
    await picture(page, "phone-writing");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.localName === "canvas");
    await waitUntilStill(page);
    assert.equal(await control(page, "Search the charts").inputValue(), "oars");
    await picture(page, "phone-written");
    await gone(page);
  },

  "a result sounds where its player wants that": async () => {
    const before = () => {
      globalThis.knocks = 0;
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function startAndCount(...args) {
        globalThis.knocks += 1;
        return start.apply(this, args);
      };
    };
    const page = await visit(PHONE, { before });
    await starts(page);
    await press(page, "Settings");
    await click(page, "Sound at each result");
    await press(page, "Battles");
    await fight(page);
    await press(page, FIRST_STEP);
    const silent = await page.evaluate(() => globalThis.knocks);
    await press(page, "Roll");
    await page.waitForFunction((knocks) => globalThis.knocks > knocks, silent);
    assert.deepEqual(page.errors, []);
    await gone(page);
  },

  "nothing lies under the edges that a phone has for itself": async () => {
    const page = await visit(PHONE);
    await starts(page);
    const edges = { top: 47, bottom: 34, left: 0, right: 0 };
    await (await tools(page)).send("Emulation.setSafeAreaInsetsOverride", { insets: edges });
    // The bar and the first heading are at the edges of the screen.
    await page.waitForFunction(({ top, bottom, places }) => {
      const bars = places.map((name) => document.querySelector(`#mirror [aria-label="${name}"]`));
      const low = Math.max(...bars.map((one) => one.getBoundingClientRect().bottom));
      const all = [...document.querySelectorAll("#mirror [data-node]:not([role=group], [role=region], [role=navigation])")];
      const boxes = all.map((one) => one.getBoundingClientRect());
      const high = Math.min(...boxes.filter(({ height }) => height > 0).map(({ top }) => top));
      return high >= top && low <= innerHeight - bottom;
    }, { ...edges, places: PLACES });
    await picture(page, "phone-edges");
    await gone(page);
  },

  "a screen reader finds no serious barrier in any place": async () => {
    const page = await visit();
    await starts(page);
    for (const place of PLACES) {
      await press(page, place);
      assert.deepEqual(await barriers(page), [], place);
    }
    await press(page, "Battles");
    await fight(page);
    await ram(page);
    assert.deepEqual(await barriers(page), [], "an order in hand");
    await press(page, "Roll");
    assert.deepEqual(await barriers(page), [], "a result");
    await gone(page);
  },

  "a tap is drawn when the finger comes, when it goes, and with what comes of it": async () => {
    const page = await visit(PHONE);
    await starts(page);
    await fight(page);
    const drawn = async (name, then) => {
      await waitUntilStill(page);
      await waitUntilTapsCount(page);
      await waitUntilStill(page);
      const before = (await frames(page)).drawn;
      await press(page, name);
      await has(page, then);
      await waitUntilStill(page);
      return (await frames(page)).drawn - before;
    };
    const taps = [
      await drawn("Ships of The Corinthians at Sybota", "B1 Pegasis*"),
      await drawn("B1 Pegasis*", "Shoot B1*"),
      await drawn("Shoot B1*", "Range in hexes: 1"),
    ];
    tell(`frames for each of three taps: ${taps}`);
    // One more if the browser draws between two events of one touch.
    assert.ok(taps.every((frames) => frames <= 4), `${taps}`);
    await gone(page);
  },

  "a window that stands still asks for no frame, and a slow phone draws every change": async () => {
    const page = await visit(PHONE);
    await starts(page);
    await fight(page);
    await ram(page);
    await waitUntilStill(page);
    await waitUntilTapsCount(page);
    await waitUntilStill(page);
    const idle = await frames(page);
    // A second of the browser's frames, without one of the window.
    await waitUntilStill(page, 60);
    const { asked, drawn } = await frames(page);
    assert.deepEqual([asked, drawn], [idle.asked, idle.drawn]);
    await (await tools(page)).send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const before = (await frames(page)).costs.length;
    for (const count of [5, 4, 5, 4, 3, 2]) {
      await click(page, spaces(count));
      await isSaid(page, spaces(count));
    }
    const costs = (await frames(page)).costs.slice(before).sort((a, b) => a - b);
    assert.ok(costs.length >= 6, `${costs.length} frames for 6 changes`);
    const [median, worst] = [costs[costs.length >> 1], costs.at(-1)].map((ms) => ms.toFixed(1));
    tell(`4 times slower: ${costs.length} frames for 6 changes, ${median} ms in the median, ${worst} ms at worst`);
    await gone(page);
  },
};

await mkdir(SCREENSHOTS, { recursive: true });
const wanted = process.argv.slice(2);
let [passed, failed] = [0, 0];
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const begun = Date.now();
  try {
    await test();
    passed += 1;
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILS ${name}\n${error.stack}`);
  }
  // Pages that a failed test left open would slow down the others.
  await Promise.all(browser.contexts().map((context) => context.close()));
}
await leave();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
