// A player at the page, in a real browser. What is pressed is found as a screen
// reader finds it, in the page's mirror of the window, and pressed by touch.
import { spawn } from "node:child_process";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { strict as assert } from "node:assert";
import { deflateSync } from "node:zlib";

const require = createRequire(new URL("../../tools/node/", import.meta.url));
const { chromium } = require("playwright-core");

const SEEN = "target-web/seen";
const PATIENCE = 20_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const DESK = { viewport: { width: 1280, height: 800 }, hasTouch: true };

const served = spawn("packaging/web/serve", ["0"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((ready, failed) => {
  served.stdout.once("data", (line) => ready(String(line).trim()));
  served.once("exit", () => failed(new Error("packaging/web/serve stopped")));
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

// What stands on the page: a control of this name (a star stands for whatever
// comes after), or a text with this in it.
const control = (page, name) => {
  const [start, all] = name.split("*");
  const is = all === undefined ? "=" : "^=";
  return page.locator(`#mirror [aria-label${is}${JSON.stringify(start)}]`).first();
};
const sign = (page, text) => page.locator("#mirror").getByText(text).first();
const names = (page) => page.locator("#mirror [aria-label]").evaluateAll(
  (all) => all.map((one) => one.getAttribute("aria-label")),
);

const has = async (page, name) => {
  try {
    await control(page, name).waitFor({ state: "attached", timeout: PATIENCE });
  } catch {
    throw new Error(`no “${name}” among ${JSON.stringify(await names(page))}`);
  }
};

// By a finger where it lies on the screen, else by the screen reader's click.
// A result that stands before it is put aside, and what is folded is unfolded.
const press = async (page, name) => {
  for (const way of ["Next", "More"]) {
    const there = async (which) => await control(page, which).count() > 0;
    if (name !== way && !(await there(name)) && await there(way)) await press(page, way);
  }
  await has(page, name);
  const box = await control(page, name).boundingBox();
  const { width, height } = page.viewportSize();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (x > 0 && y > 0 && x < width && y < height) await page.touchscreen.tap(x, y);
  else await control(page, name).dispatchEvent("click");
  await page.waitForTimeout(250);
};

const picture = (page, name) => page.screenshot({ path: `${SEEN}/${name}.png` });

// A page in a browser of its own, which has kept nothing.
const visit = async (device = DESK, { path = "", before } = {}) => {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  if (before) await page.addInitScript(before);
  await page.goto(address + path);
  return page;
};

const starts = async (page) => {
  await page.locator("#notice").waitFor({ state: "hidden", timeout: PATIENCE });
  assert.deepEqual(page.errors, []);
};

// How many rows the browser keeps of the battles.
const rows = (page) => page.evaluate(() => new Promise((counted, failed) => {
  const opening = indexedDB.open("trierarch");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const count = opening.result.transaction("rows").objectStore("rows").count();
    count.onsuccess = () => {
      opening.result.close();
      counted(count.result);
    };
  };
}));

const fight = async (page) => {
  await press(page, "Start Sybota, 433 BCE");
  await press(page, "A1 Δημοκρατία: begin her turn");
};

const tests = {
  "the page starts at a desk and on a phone": async () => {
    for (const [device, name] of [[DESK, "desk"], [PHONE, "phone"]]) {
      const page = await visit(device);
      await starts(page);
      // The second time everything lies in the cache.
      await page.reload();
      await starts(page);
      const first = await page.evaluate(() => performance.getEntriesByName("first-frame")[0].startTime);
      console.log(`      ${name}: first frame after ${Math.round(first)} ms from a warm cache`);
      for (const place of ["Battles", "Fleets", "Print", "Charts", "Settings"]) {
        await press(page, place);
        await picture(page, `${name}-${place.toLowerCase()}`);
      }
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  },

  "an order is kept, and a reload goes on where it was": async () => {
    const page = await visit(PHONE);
    await starts(page);
    await fight(page);
    await press(page, "Ram");
    await press(page, "Target: B1 Πηγασίς");
    await picture(page, "phone-order");
    await press(page, "Roll");
    await picture(page, "phone-result");
    assert.equal(await rows(page), 3);
    const there = new URL(page.url()).hash;
    assert.match(there, /^#battle\//);
    await page.reload();
    await starts(page);
    assert.equal(new URL(page.url()).hash, there);
    await press(page, "Log of the battle");
    await picture(page, "phone-after-reload");
    assert.equal(await rows(page), 3);
    await page.context().close();
  },

  "the way back leads out of the battle, and forth into it": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await page.goBack();
    await has(page, "Start Sybota, 433 BCE");
    await page.goForward();
    await has(page, "Order in hand");
    await page.context().close();
  },

  "an order in the midst of which the page goes is there or is not": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    for (const wait of [0, 1, 3, 8, 20]) {
      const before = await rows(page);
      // After a reload the order that was not given is in hand as it was.
      if (await control(page, "Target: B1 Πηγασίς").count() === 0) await press(page, "Ram");
      await press(page, "Target: B1 Πηγασίς");
      const roll = control(page, "Roll");
      await roll.dispatchEvent("click");
      await page.waitForTimeout(wait);
      await page.reload();
      await starts(page);
      const after = await rows(page);
      assert.ok(after === before || after === before + 1, `${before} rows, then ${after}`);
      await has(page, "Undo the last order");
      if (after > before) await press(page, "Undo the last order");
    }
    await page.context().close();
  },

  "a link brings a fleet": async () => {
    const file = await readFile("fleets/greek-fire/sybota-athens.toml");
    const link = Buffer.concat([Buffer.of(1), deflateSync(file)]).toString("base64url");
    const page = await visit(DESK, { path: `#fleet/${link}` });
    await starts(page);
    assert.equal(new URL(page.url()).hash, "#fleets");
    await picture(page, "desk-shared-fleet");
    await has(page, "Open Ship 1: Δημοκρατία");
    await page.reload();
    await starts(page);
    await page.context().close();
  },

  "the page starts without a network": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await page.context().setOffline(true);
    await page.reload();
    await starts(page);
    await has(page, "Order in hand");
    await page.context().close();
  },

  "of two tabs one has the battles": async () => {
    const first = await visit();
    await starts(first);
    const second = await first.context().newPage();
    await second.goto(address);
    await second.getByText("Trierarch is open in another tab").waitFor({ timeout: PATIENCE });
    await picture(second, "desk-second-tab");
    await second.getByRole("button", { name: "Go on here" }).click();
    await second.locator("#notice").waitFor({ state: "hidden", timeout: PATIENCE });
    await first.getByText("Trierarch goes on in another tab").waitFor({ timeout: PATIENCE });
    await first.context().close();
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
    await page.context().close();
  },

  "an order that finds no room is refused, and the battle is as it was": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await press(page, "Ram");
    await press(page, "Target: B1 Πηγασίς");
    const before = await rows(page);
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = function add() {
        const full = new DOMException("full", "QuotaExceededError");
        Object.defineProperty(this.transaction, "error", { value: full });
        this.transaction.abort();
      };
    });
    await press(page, "Roll");
    await has(page, "Close the notice");
    await sign(page, "no more room").waitFor({ state: "attached", timeout: PATIENCE });
    await picture(page, "desk-no-room");
    assert.equal(await rows(page), before);
    await page.context().close();
  },

  "without WebGL or WebAssembly the page says what it lacks": async () => {
    const noWebGL = () => { HTMLCanvasElement.prototype.getContext = () => null; };
    const noWasm = () => { delete globalThis.WebAssembly; };
    for (const [before, word] of [[noWebGL, "WebGL"], [noWasm, "WebAssembly"]]) {
      const page = await visit(PHONE, { before });
      await page.getByRole("alert").getByText(word).waitFor({ timeout: PATIENCE });
      await picture(page, `phone-no-${word.toLowerCase()}`);
      await page.context().close();
    }
  },

  "a PDF comes down": async () => {
    const page = await visit();
    await starts(page);
    await fight(page);
    await press(page, "Print");
    await picture(page, "desk-print");
    const coming = page.waitForEvent("download", { timeout: PATIENCE });
    await press(page, "Save PDF, *");
    const file = await (await coming).path();
    assert.equal(String((await readFile(file)).subarray(0, 5)), "%PDF-");
    await page.context().close();
  },
};

await mkdir(SEEN, { recursive: true });
const wanted = process.argv.slice(2);
let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  if (wanted.length > 0 && !wanted.some((word) => name.includes(word))) continue;
  const begun = Date.now();
  try {
    await test();
    console.log(`ok    ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failures += 1;
    console.log(`FAILS ${name}\n${error.stack}`);
  }
}
await browser.close();
served.kill();
process.exit(failures === 0 ? 0 : 1);
