// Helpers of the tests in test.mjs: a player at the web app, in a real browser. The helpers find
// controls by their accessible names, in the page's copy of the window, and press them by
// touch. They wait for a named state, never for a time.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { strict as assert } from "node:assert";
import { readStored } from "./stored.mjs";

const require = createRequire(new URL("../../tools/node/", import.meta.url));
const { chromium } = require("playwright-core");

export const AXE = require.resolve("axe-core/axe.min.js");
export const SCREENSHOTS = "target-web/screenshots";
// The longest wait, in milliseconds; a busy machine is slow.
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

// Counts the frames that the window requests and draws, and measures the time of each.
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
    // Only closures of the program have this property.
    if ("_wbg_cb_unref" in draw) frames.asked += 1;
    return next((time) => {
      const [before, begun] = [frames.drawn, performance.now()];
      draw(time);
      if (frames.drawn > before) frames.costs.push(performance.now() - begun);
    });
  };
};

export const frames = (page) => page.evaluate(() => globalThis.frames_of_page);

// Waits until the browser has drawn this many frames without one of the window.
export const waitUntilStill = (page, frames = 8) => page.waitForFunction((wanted) => {
  const { drawn } = globalThis.frames_of_page;
  const still = globalThis.still_of_page ??= { drawn: -1, since: 0 };
  if (still.drawn !== drawn) Object.assign(still, { drawn, since: 0 });
  still.since += 1;
  if (still.since <= wanted) return false;
  globalThis.still_of_page = undefined;
  return true;
}, frames, { polling: "raf", timeout: PATIENCE });

// The control with this name; a star at the start or end of the name matches any text.
// `sign` finds an element that contains a text.
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
    throw new Error(`“${text}” is not among the announcements: ${all}`, { cause: error });
  }
};

const isThere = async (page, name) => await control(page, name).count() > 0;

// Waits until the window accepts taps. After a change it ignores them for 0.4 s of its own
// clock (`ui/table/bottom.rs`), so that a double tap acts once.
const IGNORES_TAPS_MS = 400;
export const waitUntilTapsCount = (page) => page.waitForFunction(
  (ignores) => performance.now() - globalThis.frames_of_page.last > ignores,
  IGNORES_TAPS_MS,
  { polling: "raf", timeout: PATIENCE },
);

// Opens the part of the screen that hides a control. From the first screen, the list of
// battles leads to all other screens.
const clearTheWay = async (page, name) => {
  for (const way of ["What is known", "More", "Choose a battle"]) {
    if (name !== way && !(await isThere(page, name)) && await isThere(page, way)) {
      await press(page, way);
    }
  }
  await has(page, name);
  await waitUntilStill(page);
  await waitUntilTapsCount(page);
};

// Presses a control as a screen reader does, wherever it is: to reach a control below the
// visible part, a finger would have to scroll first.
export const click = async (page, name) => {
  await clearTheWay(page, name);
  await control(page, name).dispatchEvent("click");
  await waitUntilStill(page);
};

// A short touch. Both events are sent without waiting for the browser between them: on a
// busy machine the touch would become a long press.
const fingers = new WeakMap();
const tap = async (page, x, y) => {
  if (!fingers.has(page)) fingers.set(page, await tools(page));
  const touch = (type, touchPoints) => (
    fingers.get(page).send("Input.dispatchTouchEvent", { type, touchPoints })
  );
  await Promise.all([touch("touchStart", [{ x, y }]), touch("touchEnd", [])]);
};

// Presses a control by touch if it is visible, otherwise as a screen reader does.
export const press = async (page, name, { still = true } = {}) => {
  await clearTheWay(page, name);
  const pressed = control(page, name);
  const box = await pressed.boundingBox();
  const { width, height } = page.viewportSize();
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (x > 0 && y > 0 && x < width && y < height) await tap(page, x, y);
  else await pressed.dispatchEvent("click");
  if (still) await waitUntilStill(page);
};

// Goes back or forward in the browser's history, and waits until the window has drawn the
// result.
const moves = async (page, move) => {
  const { drawn } = await frames(page);
  await move();
  await page.waitForFunction(
    (before) => globalThis.frames_of_page.drawn > before,
    drawn,
    { polling: "raf", timeout: PATIENCE },
  );
  await waitUntilStill(page);
};
export const goBack = (page) => moves(page, () => page.goBack());
export const goForward = (page) => moves(page, () => page.goForward());

export const picture = async (page, name) => {
  await waitUntilStill(page);
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png` });
};

// The page in a new browser with an empty database. `route` answers instead of the server.
export const visit = async (device = DESK, { path = "", before, route } = {}) => {
  const context = await browser.newContext(device);
  if (route) await context.route(...route);
  await context.addInitScript(count);
  if (before) await context.addInitScript(before);
  return openIn(context, path);
};

// The page in another tab of this browser.
export const openIn = async (context, path = "") => {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  await page.goto(new URL(path, address).href, { timeout: PATIENCE });
  return page;
};

export const starts = async (page) => {
  // If the page cannot start, it shows the reason.
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

// The stored rows of all battles.
export const rows = (page) => page.evaluate(readStored, ["rows"]);

// A stored text other than a battle; undefined if there is none.
const kept = (page, key) => page.evaluate(readStored, ["blobs", key]);

// Waits until a stored text meets a condition.
export const keepsText = async (page, key, isIt) => {
  const until = Date.now() + PATIENCE;
  let text = await kept(page, key);
  while (!(text && isIt(text)) && Date.now() < until) text = await kept(page, key);
  assert.ok(text && isIt(text), `${key} is kept as ${text}`);
};

// Waits until this many rows are stored, and returns them.
export const keeps = async (page, count) => {
  const until = Date.now() + PATIENCE;
  let kept = await rows(page);
  while (kept.length !== count && Date.now() < until) kept = await rows(page);
  assert.equal(kept.length, count);
  return kept;
};

// Starts the battle of Sybota and the turn of the first ship.
export const fight = async (page) => {
  // The bar leads to the battles; without it, the first screen does.
  await press(page, await isThere(page, "Battles") ? "Battles" : "Choose a battle");
  await click(page, "Start Sybota, 433 BCE");
  await chooses(page, "A1 Parrhesia");
  await press(page, "A1: Begin her turn");
};

// Chooses a ship on her card, or by her name if the card is in another tab.
export const chooses = async (page, ship) => {
  await press(page, await isThere(page, `Choose ${ship}`) ? `Choose ${ship}` : `${ship}, *`);
};

// Chooses the enemy in the same way.
export const aims = async (page, ship) => {
  await press(page, await isThere(page, `Aim at ${ship}`) ? `Aim at ${ship}` : `${ship}, *`);
};

// The developer tools of the browser, for a page.
export const tools = (page) => page.context().newCDPSession(page);

// The serious faults for screen readers that axe finds.
export const barriers = async (page) => {
  await page.addScriptTag({ path: AXE });
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
};
