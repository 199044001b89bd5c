// A player at the page, in a real browser: what the tests in test.mjs do there.
// What is pressed is found as a screen reader finds it, in the page's mirror of
// the window, and pressed by touch. Nothing sleeps: what is waited for is named.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { strict as assert } from "node:assert";
import { readKept } from "./kept.mjs";

const require = createRequire(new URL("../../tools/node/", import.meta.url));
const { chromium } = require("playwright-core");

export const AXE = require.resolve("axe-core/axe.min.js");
export const SEEN = "target-web/seen";
// For so long something may take on a machine that has much else to do.
const PATIENCE = 1000 * Number(process.env.PATIENCE ?? 60);

const screen = (width, height, more) => (
  { viewport: { width, height }, hasTouch: true, deviceScaleFactor: 1, ...more }
);
export const DESK = screen(1280, 800);
export const PHONE = screen(390, 844, { isMobile: true });
export const PHONE_ON_ITS_SIDE = screen(844, 390, { isMobile: true });
export const TABLET = screen(800, 1280, { isMobile: true });

export const PAGE = process.env.PAGE ?? "dist";
const served = spawn("packaging/web/serve", ["0", "127.0.0.1", PAGE], {
  stdio: ["ignore", "pipe", "inherit"],
});
export const address = await new Promise((ready, failed) => {
  served.stdout.once("data", (line) => ready(String(line).trim()));
  served.once("exit", () => failed(new Error("packaging/web/serve stopped")));
});
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});

export const leave = async () => {
  await browser.close();
  served.kill();
};

// Counts the frames that the window asks for and draws, and what each costs the page.
const count = () => {
  const next = globalThis.requestAnimationFrame.bind(globalThis);
  const frames = { asked: 0, drawn: 0, last: 0, costs: [] };
  globalThis.frames_of_page = frames;
  for (const context of [globalThis.WebGLRenderingContext, globalThis.WebGL2RenderingContext]) {
    if (!context) continue;
    const { clear } = context.prototype;
    context.prototype.clear = function clearAndCount(...args) {
      frames.drawn += 1;
      frames.last = performance.now();
      return clear.apply(this, args);
    };
  }
  globalThis.requestAnimationFrame = (draw) => {
    // Closures of the program have this: others are the test's own.
    if ("_wbg_cb_unref" in draw) frames.asked += 1;
    return next((time) => {
      const [before, begun] = [frames.drawn, performance.now()];
      draw(time);
      if (frames.drawn > before) frames.costs.push(performance.now() - begun);
    });
  };
};

export const frames = (page) => page.evaluate(() => globalThis.frames_of_page);

// The window stands still: so many frames of the browser went by without one of
// ours.
export const standsStill = (page, frames = 8) => page.waitForFunction((wanted) => {
  const { drawn } = globalThis.frames_of_page;
  const still = globalThis.still_of_page ??= { drawn: -1, since: 0 };
  if (still.drawn !== drawn) Object.assign(still, { drawn, since: 0 });
  still.since += 1;
  if (still.since <= wanted) return false;
  globalThis.still_of_page = undefined;
  return true;
}, frames, { polling: "raf", timeout: PATIENCE });

// What stands on the page: a control of this name (a star in front or behind
// stands for anything), or a text with this in it.
export const control = (page, name) => {
  const is = name.startsWith("*") ? "$=" : name.endsWith("*") ? "^=" : "=";
  const words = JSON.stringify(name.replace("*", ""));
  return page.locator(`#mirror [aria-label${is}${words}]:not([role=group], [role=region], [role=navigation])`).first();
};
export const sign = (page, text) => page.locator("#mirror, #said").getByText(text).first();
const names = (page) => page.locator("#mirror [aria-label]").evaluateAll(
  (all) => all.map((one) => one.getAttribute("aria-label")),
);

export const has = async (page, name) => {
  try {
    await control(page, name).waitFor({ state: "attached", timeout: PATIENCE });
  } catch (error) {
    throw new Error(`no “${name}” among ${JSON.stringify(await names(page))}`, { cause: error });
  }
};

export const says = async (page, text) => {
  try {
    await sign(page, text).waitFor({ state: "attached", timeout: PATIENCE });
  } catch (error) {
    const all = await page.locator("#mirror").textContent();
    throw new Error(`nobody says “${text}” in: ${all}`, { cause: error });
  }
};

const isThere = async (page, name) => await control(page, name).count() > 0;

// After it has changed, the window hears no tap for a moment, so that a double
// tap does nothing twice: 0.4 s by its own clock (`ui/table/bottom.rs`).
const DEAF_MS = 400;
export const hears = (page) => page.waitForFunction(
  (deaf) => performance.now() - globalThis.frames_of_page.last > deaf,
  DEAF_MS,
  { polling: "raf", timeout: PATIENCE },
);

// What a control is folded behind is unfolded; the first screen leads to all places by its
// battles.
const clearTheWay = async (page, name) => {
  for (const way of ["What is known", "More", "Choose a battle"]) {
    if (name !== way && !(await isThere(page, name)) && await isThere(page, way)) {
      await press(page, way);
    }
  }
  await has(page, name);
  await standsStill(page);
  await hears(page);
};

// As a screen reader presses it, wherever it lies: under the zone at the bottom
// a finger would have to scroll first.
export const click = async (page, name) => {
  await clearTheWay(page, name);
  await control(page, name).dispatchEvent("click");
  await standsStill(page);
};

// A finger that comes and goes at once: if the browser were waited for in between, a
// busy machine would make it a long press, which presses nothing.
const fingers = new WeakMap();
const tap = async (page, x, y) => {
  if (!fingers.has(page)) fingers.set(page, await tools(page));
  const touch = (type, touchPoints) => (
    fingers.get(page).send("Input.dispatchTouchEvent", { type, touchPoints })
  );
  await Promise.all([touch("touchStart", [{ x, y }]), touch("touchEnd", [])]);
};

// By a finger where it lies on the screen, else as a screen reader does.
export const press = async (page, name, { still = true } = {}) => {
  await clearTheWay(page, name);
  const pressed = control(page, name);
  const box = await pressed.boundingBox();
  const { width, height } = page.viewportSize();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (x > 0 && y > 0 && x < width && y < height) await tap(page, x, y);
  else await pressed.dispatchEvent("click");
  if (still) await standsStill(page);
};

// Back, or forth, in the browser's history: done when the window has drawn what came of it,
// for the browser is done before.
const moves = async (page, move) => {
  const { drawn } = await frames(page);
  await move();
  await page.waitForFunction(
    (before) => globalThis.frames_of_page.drawn > before,
    drawn,
    { polling: "raf", timeout: PATIENCE },
  );
  await standsStill(page);
};
export const goBack = (page) => moves(page, () => page.goBack());
export const goForward = (page) => moves(page, () => page.goForward());

export const picture = async (page, name) => {
  await standsStill(page);
  await page.screenshot({ path: `${SEEN}/${name}.png` });
};

// A page in a browser of its own, which has kept nothing.
// `route` answers in the server's place.
export const visit = async (device = DESK, { path = "", before, route } = {}) => {
  const context = await browser.newContext(device);
  if (route) await context.route(...route);
  await context.addInitScript(count);
  if (before) await context.addInitScript(before);
  return openIn(context, path);
};

// The page in another tab of such a browser.
export const openIn = async (context, path = "") => {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  await page.goto(new URL(path, address).href, { timeout: PATIENCE });
  return page;
};

export const starts = async (page) => {
  // What keeps the page from starting stands on it.
  const end = await page.waitForFunction(() => {
    const notice = document.getElementById("notice");
    if (notice.hidden) return "started";
    return notice.getAttribute("role") === "alert" && document.getElementById("words").textContent;
  }, null, { timeout: PATIENCE });
  assert.equal(await end.jsonValue(), "started");
  await page.locator("#mirror [aria-label]").first().waitFor({ state: "attached" });
  assert.deepEqual(page.errors, []);
};

export const gone = (page) => page.context().close();

export const wait = (page, event) => page.waitForEvent(event, { timeout: PATIENCE });

// The rows that the browser keeps of all battles.
export const rows = (page) => page.evaluate(readKept, ["rows"]);

// A text that the browser keeps besides battles; undefined where there is none.
const kept = (page, key) => page.evaluate(readKept, ["blobs", key]);

// Such a text, as it is waited for.
export const keepsText = async (page, key, isIt) => {
  const until = Date.now() + PATIENCE;
  let text = await kept(page, key);
  while (!(text && isIt(text)) && Date.now() < until) text = await kept(page, key);
  assert.ok(text && isIt(text), `${key} is kept as ${text}`);
};

// As many rows as are waited for.
export const keeps = async (page, count) => {
  const until = Date.now() + PATIENCE;
  let kept = await rows(page);
  while (kept.length !== count && Date.now() < until) kept = await rows(page);
  assert.equal(kept.length, count);
  return kept;
};

// The battle of Sybota, with the first ship on her way.
export const fight = async (page) => {
  // On a phone the bar leads there, over what lies below it.
  await press(page, await isThere(page, "Battles") ? "Battles" : "Choose a battle");
  await click(page, "Start Sybota, 433 BCE");
  await chooses(page, "A1 Parrhesia");
  await press(page, "A1: Begin her turn");
};

// A ship is chosen on her card, or where that is in another tab, by her name.
export const chooses = async (page, ship) => {
  await press(page, await isThere(page, `Choose ${ship}`) ? `Choose ${ship}` : `${ship}, *`);
};

// So is the enemy at whom she aims.
export const aims = async (page, ship) => {
  await press(page, await isThere(page, `Aim at ${ship}`) ? `Aim at ${ship}` : `${ship}, *`);
};

// What the browser's own tools can do to a page.
export const tools = (page) => page.context().newCDPSession(page);

// A tool of the audit of what screen readers get: what it holds to be serious.
export const barriers = async (page) => {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
};
