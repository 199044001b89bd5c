// Helpers of the tests in play.mjs: players with their devices, in a real browser, at real servers
// on this machine. The helpers find controls by role and name, and press them by touch. They wait
// for a named state, never for a time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { strict as assert } from "node:assert";

const require = createRequire(new URL("../../tools/node/", import.meta.url));
const { chromium } = require("playwright-core");

const AXE = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const SCREENSHOTS = "target-web/players";
// The longest wait, in milliseconds; a busy machine is slow.
const PATIENCE = 1000 * Number(process.env.PATIENCE ?? 60);
const PROGRAM = process.env.TRIERARCH ?? "target/debug/trierarch";

const PAGE_FOLDER = process.env.PAGE_FOLDER;
const TYPES = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8" };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SCREEN = { viewport: { width: 1280, height: 800 } };
const SIZES = {
  desk: [1280, 800], phone: [390, 844], small: [360, 740], large: [430, 932], side: [844, 390], tablet: [800, 1280], flat: [1024, 768],
  wall: [1920, 1080],
};
/** The smallest control that a finger can hit, in pixels. */
const FINGER = 44;

await mkdir(SCREENSHOTS, { recursive: true });
export const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // A page from a folder has no network address, so Chromium would not let it connect.
  args: ["--no-sandbox", ...(PAGE_FOLDER ? ["--disable-features=LocalNetworkAccessChecks"] : [])],
});

// Servers.

const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the program. Returns its process, a promise of its end, and its first line. */
const starts = async (words) => {
  const child = spawn(PROGRAM, words, { stdio: ["ignore", "pipe", "ignore"] });
  running.add(child);
  const ended = once(child, "exit").then(() => running.delete(child));
  let text = "";
  for await (const part of child.stdout.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes("\n")) break;
  }
  assert.ok(text.includes("\n"), `${PROGRAM} ${words.join(" ")} printed nothing`);
  child.stdout.resume();
  return { child, ended, first: JSON.parse(text.slice(0, text.indexOf("\n"))) };
};

/** Starts `trierarch host` or `trierarch hall` with a new folder. */
export const startServer = async (kind, ...words) => {
  const folder = await mkdtemp(join(tmpdir(), "trierarch-play-"));
  let program = await starts([kind, ...words, "--data", folder]);
  const { first } = program;
  return {
    first,
    /** Kills it, and starts it again at the same address. */
    dies: async () => {
      program.child.kill("SIGKILL");
      await program.ended;
      program = await starts([kind, ...words, "--data", folder, "--listen", new URL(first.listening).host]);
    },
    ends: async () => {
      program.child.kill();
      await program.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** A network to a server that can be cut, or lose the server's frames. */
export const networkTo = async (listening) => {
  const { port } = new URL(listening);
  const lines = new Set();
  const state = { cut: false, loses: false };
  const server = createServer((device) => {
    if (state.cut) return device.destroy();
    const host = connect(Number(port), "127.0.0.1");
    const line = { end: () => [device, host].forEach((socket) => socket.destroy()) };
    lines.add(line);
    device.pipe(host);
    host.on("data", (said) => { if (!state.loses) device.write(said); });
    for (const socket of [device, host]) {
      socket.on("error", line.end);
      socket.on("close", () => {
        line.end();
        lines.delete(line);
      });
    }
    return undefined;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    /** From now on the server's frames are lost, but not the client's. */
    loses: () => { state.loses = true; },
    cuts: () => {
      state.cut = true;
      for (const line of lines) line.end();
    },
    heals: () => Object.assign(state, { cut: false, loses: false }),
    ends: () => {
      server.close();
      for (const line of lines) line.end();
    },
  };
};

// Devices.

/** Files of a folder instead of the program's, with the program's headers. */
const fromFolder = async (context) => {
  const names = { "/": "page.html", "/watch": "page.html" };
  await context.route("**/*", async (route) => {
    const { pathname } = new URL(route.request().url());
    const path = join(PAGE_FOLDER, names[pathname] ?? basename(pathname));
    const isOther = route.request().method() !== "GET" || pathname.endsWith("/door");
    if (isOther || !existsSync(path)) return route.continue();
    // The program may not have this file yet.
    const response = await route.fetch().catch(() => null);
    // A test has killed the program.
    if (!response) return route.abort();
    const headers = { ...response.headers(), "content-type": TYPES[extname(path)] };
    return route.fulfill({ status: 200, headers, path });
  });
};

const open = async (device, address) => {
  const context = await browser.newContext({ locale: "en-GB", ...device });
  context.setDefaultTimeout(PATIENCE);
  if (PAGE_FOLDER) await fromFolder(context);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (said) => {
    if (/Content Security Policy/.test(said.text())) page.faults.push(said.text());
  });
  await page.goto(address);
  return page;
};
export const phone = (address) => open(PHONE, address);
export const bigScreen = (address) => open(SCREEN, address);

// Actions and views of a player.

/** The turn card or the open form, and the dock with its buttons. */
export const stage = (page) => page.locator("#stage");
export const dock = (page) => page.locator("#dock");
/** The dialog over the page. */
export const sheet = (page) => page.getByRole("dialog").and(page.locator("#sheet"));
/** The explanation of a term, over everything else. */
export const card = (page) => page.getByRole("dialog").and(page.locator("#card"));
const named = (page, role, name) => page.getByRole(role, { name, exact: typeof name === "string" });

/** Waits for an element. If it does not come, the error has the page's text. */
const waits = async (where, locator, what, state = "visible") => {
  try {
    await locator.waitFor({ state });
  } catch (error) {
    const page = where.page?.() ?? where;
    const there = await page.locator("body").innerText();
    throw new Error(`no ${what} in:\n${there}\n${page.faults.join("\n")}`, { cause: error });
  }
};

/** Waits for a text anywhere on the page. */
export const reads = (page, text) => (
  waits(page, page.getByText(text).filter({ visible: true }).first(), `“${text}”`)
);
export const readsNoMore = (page, text) => page.waitForFunction(
  (gone) => !document.body.innerText.includes(gone), text, { timeout: PATIENCE },
);
/** Waits until no request is pending; a form that is filled in earlier would be drawn again. */
export const still = (page) => (page.page?.() ?? page).locator("[aria-busy=true]").first().waitFor({ state: "hidden" });
export const tap = async (page, name, role = "button") => {
  await still(page);
  const what = named(page, role, name).first();
  await waits(page, what, `${role} “${name}”`);
  // A touch if the device has a touch screen, otherwise a click.
  if (await what.evaluate(() => navigator.maxTouchPoints > 0)) await what.tap();
  else await what.click();
};
export const sees = (page, name, role = "button") => (
  waits(page, named(page, role, name).first(), `${role} “${name}”`)
);
export const seesNot = async (page, name, role = "button") => assert.equal(
  await named(page, role, name).filter({ visible: true }).count(), 0, `${role} “${name}” is there`,
);
export const fill = async (page, label, text) => {
  await still(page);
  await page.getByLabel(label).and(page.locator("input")).fill(text);
};
export const choose = async (page, label, option) => {
  await still(page);
  const chips = page.getByRole("radiogroup", { name: label, exact: typeof label === "string" });
  const list = page.getByLabel(label).and(page.locator("select"));
  await chips.or(list).first().waitFor();
  if (await chips.count() > 0) await chips.getByRole("radio", { name: option, exact: true }).check();
  else await list.selectOption({ label: option });
};
/** Shows a part of the table: a small screen shows one at a time. */
export const showTab = async (page, part) => {
  await still(page);
  const tab = page.locator(`#tabs [data-tab=${part}]`);
  if (await tab.isVisible()) await tab.click();
};
/** The card of a unit at the table. If it is in a hidden zone, shows that zone first. */
export const token = async (page, tag) => {
  await showTab(page, "table");
  const of = page.locator("#pane-table .token").filter({ hasText: new RegExp(`^\\s*${tag}\\b`) }).first();
  const zone = page.locator("#zone-lines .zone").filter({ has: of });
  if (await zone.count() > 0 && !await of.isVisible()) {
    const at = await zone.evaluate((one) => [...one.parentElement.children].indexOf(one));
    await page.locator("#zone-tabs button").nth(at).tap();
  }
  return of;
};
/** The table's answer to a request that changes nothing. Asks again after a lost connection. (It
 * runs in the page, because `waitForFunction` accepts a promise of nothing as an answer.) */
export const answerTo = (page, request) => page.evaluate(async (request) => {
  const { ask } = await import("/connection.js");
  const until = Date.now() + 30_000;
  for (;;) {
    const answer = await ask(request);
    if (answer.ok) return answer.ok;
    if (Date.now() > until) throw new Error(JSON.stringify(answer));
    await new Promise((done) => { setTimeout(done, 50); });
  }
}, request);
export const isThere = async (page, text) => (await page.content()).includes(text);

/** Fills in the page that asks for a name and a seat. */
export const requestSeat = async (page, name, seat, code) => {
  await fill(page, "Your name", name);
  await page.getByRole("radio", { name: seat }).check();
  if (code) await fill(page, "Code", code);
  await tap(page, "Join");
};
/** Takes a seat with a new phone. */
export const joinTable = async (address, name, seat, code) => {
  const page = await phone(address);
  await requestSeat(page, name, seat, code);
  await reads(page, /^You: /);
  return page;
};

// Layout and accessibility.

/** Controls that are too small for a finger, covered, cut off, or partly outside the screen. */
const misfits = (page) => page.evaluate((finger) => {
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} wide on ${clientWidth}`);
  const where = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const [left, top] = [scrollX, scrollY];
  for (const each of where.querySelectorAll("a, button, input, select, summary")) {
    if (!each.checkVisibility() || each.closest(".unseen")) continue;
    const isBox = each.type === "checkbox" || each.type === "radio";
    const target = (isBox && each.closest("label")) || each;
    const name = `${each.tagName} “${each.ariaLabel || target.textContent || each.name}”`;
    const { width, height } = target.getBoundingClientRect();
    if (Math.round(height) < finger || Math.round(width) < finger) found.push(`${name} is ${width} by ${height}`);
    if (each.scrollWidth > each.clientWidth + 1 && each.tagName === "BUTTON") found.push(`${name} is too long`);
    const hit = () => {
      // A link may have several lines; its first one counts.
      const [{ x, y, width: wide, height: high }] = target.getClientRects();
      return document.elementFromPoint(x + wide / 2, y + high / 2);
    };
    const isHit = () => target.contains(hit()) || Boolean(hit()?.contains(target));
    target.scrollIntoView({ block: "center", behavior: "instant" });
    // A high dock leaves space only above it.
    if (!isHit()) scrollBy(0, target.getBoundingClientRect().top - document.querySelector("header").getBoundingClientRect().bottom);
    if (!isHit()) found.push(`${name} is under ${hit()?.tagName} “${hit()?.id || hit()?.className || hit()?.textContent}”`);
    const box = target.getBoundingClientRect();
    if (box.left < 0 || box.right > innerWidth + 1) found.push(`${name} is cut off`);
  }
  scrollTo(left, top);
  const turn = document.getElementById("turn");
  const style = getComputedStyle(turn);
  const lines = Math.round((turn.clientHeight - 2 * parseFloat(style.paddingTop)) / parseFloat(style.lineHeight));
  // In landscape a long name takes two lines beside the tabs.
  const most = innerWidth > innerHeight ? 2 : 1;
  if (lines > most) found.push(`“${turn.textContent}” has ${lines} lines`);
  for (const each of where.querySelectorAll("*")) {
    const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!hasText || !each.checkVisibility() || each.closest(".unseen, #you, svg, .bar-of")) continue;
    const isCut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible";
    if (isCut && each.clientWidth > 0 && each.tagName !== "BUTTON") found.push(`“${each.textContent.slice(0, 60)}” is cut`);
  }
  return found;
}, FINGER);

/** The serious findings of axe, in light and dark colours. */
const barriers = async (page) => {
  // Through the browser's debugger: the page's policy allows no other script.
  await page.evaluate(`${AXE}; undefined`);
  const found = [];
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(() => globalThis.axe.run());
    const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    found.push(...grave.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${colorScheme}: ${id}: ${html}`)));
  }
  return found;
};

/** A test at a new host with this battle. */
export const at = (battle, test) => async () => {
  const host = await startServer("host", "--battle", battle);
  try {
    await test(host.first);
  } finally {
    await host.ends();
  }
};
/** A player of each side. */
export const joinBoth = async (page) => [await joinTable(page, "Kleon", "Side A"), await joinTable(page, "Nikias", "Side B")];

/** The layout faults on each screen size. Makes a screenshot of each. */
const laidOut = async (page, name) => {
  const before = page.viewportSize();
  const found = [];
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-${size}.png` });
    found.push(...(await misfits(page)).map((what) => `${size}: ${what}`));
  }
  await page.setViewportSize(before);
  return found;
};
/** The layout and accessibility faults of a page on all screen sizes. */
export const faultsOf = async (page, name) => [...await laidOut(page, name), ...await barriers(page)];
export const assertLayout = async (page, name) => assert.deepEqual(await faultsOf(page, name), [], name);

export const closeDevices = async () => {
  const faults = [];
  for (const context of browser.contexts()) {
    for (const page of context.pages()) faults.push(...page.faults);
    await context.close();
  }
  return faults;
};
