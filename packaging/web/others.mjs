// Tests of the web app in Firefox and WebKit; packaging/web/others runs them. As in
// player.mjs, they find controls by their accessible names and wait for a named state.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strict as assert } from "node:assert";
import { readStored } from "./stored.mjs";

const require = createRequire(new URL("../../tools/others/", import.meta.url));

const PAGE = process.env.PAGE ?? "dist";
const SCREENSHOTS = "target-web/others";
// The program with the feature host; without it the tests of a shared table are skipped.
const PROGRAM = process.env.TRIERARCH ?? "target/debug/trierarch";
// The longest wait, in milliseconds; a busy machine is slow.
const PATIENCE_MS = 1000 * Number(process.env.PATIENCE ?? 120);
const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const SCREENS = { desk: [1280, 800], tablet: [800, 1280], phone: [390, 844] };
const PLACES = ["Battles", "Fleets", "Print", "Charts", "Settings"];

// Starts a program, and waits for its first line of output.
const started = (program, words) => new Promise((ready, failed) => {
  const running = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  running.stdout.on("data", (part) => {
    said += part;
    const end = said.indexOf("\n");
    if (end >= 0) ready({ said: said.slice(0, end), end: () => running.kill() });
  });
  running.once("error", failed);
  running.once("exit", () => failed(new Error(`${program} stopped`)));
});

// Each browser, with the functions that these tests use.
const browsers = {
  firefox: async () => {
    const browser = await require("puppeteer-core").launch({
      browser: "firefox",
      executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      headless: false,
      protocolTimeout: PATIENCE_MS,
    });
    const page = await browser.newPage();
    return {
      go: (url) => page.goto(url, { timeout: PATIENCE_MS }),
      reload: () => page.reload({ timeout: PATIENCE_MS }),
      run: (task, ...args) => page.evaluate(task, ...args),
      picture: (path) => page.screenshot({ path }),
      size: (width, height) => page.setViewport({ width, height }),
      end: () => browser.close(),
    };
  },

  webkit: async () => {
    const { Builder, Capabilities } = require("selenium-webdriver");
    const { DriverService } = require("selenium-webdriver/remote");
    const port = await require("selenium-webdriver/net/portprober").findFreePort();
    const service = new DriverService("/usr/bin/WebKitWebDriver", {
      port, loopback: true, args: [`--port=${port}`],
    });
    const wanted = new Capabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": { binary: MINI_BROWSER, args: ["--automation"] },
    });
    const server = await service.start(PATIENCE_MS);
    const driver = await new Builder().usingServer(server).withCapabilities(wanted).build();
    await driver.manage().setTimeouts({ script: PATIENCE_MS, pageLoad: PATIENCE_MS });
    return {
      go: (url) => driver.get(url),
      reload: () => driver.navigate().refresh(),
      run: (task, ...args) => driver.executeAsyncScript(
        `const told = arguments[arguments.length - 1];
        Promise.resolve((${task})(...[...arguments].slice(0, -1))).then(told);`,
        ...args,
      ),
      picture: async (path) => writeFile(path, await driver.takeScreenshot(), "base64"),
      size: (width, height) => driver.manage().window().setRect({ width, height }),
      end: async () => {
        await driver.quit();
        await service.kill();
      },
    };
  },
};

// Waits in the page for a control with this name (a star at its end matches any text) and
// until the window draws no frame, presses it, and waits again. If the control does not appear
// in time, the error lists the controls that are there.
const pressed = (name, patience) => new Promise((told) => {
  // For 0.4 s after a change the window ignores taps, so that a double tap acts once.
  const STILL_MS = 600;
  const begun = performance.now();
  const words = JSON.stringify(name.replace("*", ""));
  const control = () => document.querySelector(
    `#mirror [aria-label${name.endsWith("*") ? "^" : ""}=${words}]:not([role=group], [role=region], [role=navigation])`,
  );
  let [before, since, done] = ["", begun, false];
  const look = () => {
    const now = performance.now();
    const there = document.getElementById("mirror").innerHTML;
    if (there !== before) [before, since] = [there, now];
    const isStill = now - since > STILL_MS;
    if (isStill && done) return told("pressed");
    if (isStill && control()) {
      control().dispatchEvent(new MouseEvent("click", { bubbles: true }));
      [since, done] = [now, true];
    } else if (now - begun > patience) {
      const all = [...document.querySelectorAll("#mirror [aria-label]")];
      return told(`no “${name}” among ${all.map((one) => one.getAttribute("aria-label"))}`);
    }
    requestAnimationFrame(look);
  };
  look();
});

const press = async (browser, name) => (
  assert.equal(await browser.run(pressed, name, PATIENCE_MS / 2), "pressed")
);

// The result of the start, and the milliseconds to the first frame.
const startedPage = () => new Promise((told) => {
  const look = () => {
    const notice = document.getElementById("notice");
    const [frame] = performance.getEntriesByName("first-frame");
    if (notice?.hidden && frame) told(Math.round(frame.startTime));
    else if (notice?.getAttribute("role") === "alert") told(document.getElementById("words").textContent);
    else requestAnimationFrame(look);
  };
  look();
});

const starts = async (browser, how) => {
  const first = await browser.run(startedPage);
  assert.equal(typeof first, "number", first);
  console.log(`      ${how}: first frame after ${first} ms`);
};

// The number of stored rows of all battles.
const rows = async (browser) => (await browser.run(readStored, ["rows"])).length;

const course = async (name, browser, served) => {
  const seen = (what) => browser.picture(`${SCREENSHOTS}/${name}-${what}.png`);
  await browser.size(...SCREENS.desk);
  await browser.go(served.said);
  await starts(browser, "nothing kept");
  console.log(`      ${await browser.run(() => navigator.userAgent)}`);
  await press(browser, "Choose a battle");
  await press(browser, "Start Sybota, 433 BCE");
  await press(browser, "A1 Parrhesia, *");
  await press(browser, "Sail: roll for the wind");
  await press(browser, "I rolled…");
  await seen("dice");
  await press(browser, "It shows 4");
  await press(browser, "B1 Pegasis, *");
  await press(browser, "Ram B1*");
  await press(browser, "Spaces straight ahead: 4");
  await press(browser, "Bow to bow: no");
  await seen("odds");
  await press(browser, "Roll");
  await seen("result");
  const kept = await rows(browser);
  assert.equal(kept, 4);
  await browser.run(() => navigator.serviceWorker.ready.then(() => true));
  await browser.reload();
  await starts(browser, "a reload");
  served.end();
  await browser.reload();
  await starts(browser, "a reload without a network");
  assert.equal(await rows(browser), kept);
  assert.match(await browser.run(() => location.hash), /^#battle\//);
  for (const [screen, size] of Object.entries(SCREENS)) {
    await browser.size(...size);
    await press(browser, "Log of the battle");
    await seen(`${screen}-log`);
    // A phone does not show the bar to other screens beside a battle.
    if (screen === "phone") {
      await press(browser, "Menu of the battle");
      await press(browser, "Leave the battle");
    }
    for (const place of PLACES) {
      await press(browser, place);
      await seen(`${screen}-${place.toLowerCase()}`);
    }
    await press(browser, "Back to the battle");
  }
};

// The page for players: Firefox against WebKit at one table.

// Waits in the page for a button that begins with these words and presses it, or waits for a
// text.
const inTheRoom = ({ button, text }, patience) => new Promise((told) => {
  const begun = performance.now();
  const isShown = (one) => one.checkVisibility() && !one.disabled;
  const look = () => {
    const buttons = [...document.querySelectorAll("button")].filter(isShown);
    const found = button && buttons.find((one) => one.textContent.trim().startsWith(button));
    if (found && !document.querySelector("[aria-busy=true]")) {
      found.click();
      return told("done");
    }
    if (text && document.body.innerText.includes(text)) return told("done");
    if (performance.now() - begun > patience) {
      return told(`no “${button ?? text}” in: ${document.body.innerText}`);
    }
    return requestAnimationFrame(look);
  };
  look();
});
const does = async (browser, what) => (
  assert.equal(await browser.run(inTheRoom, what, PATIENCE_MS / 2), "done")
);

const sits = async (browser, address, name, side) => {
  await browser.go(address);
  await browser.run((called, seat) => {
    document.querySelector("[name=name]").value = called;
    document.querySelector(`[name=seat][value=${seat}]`).checked = true;
  }, name, side);
  await does(browser, { button: "Join" });
  await does(browser, { text: "You: " });
};

const room = async (one, other) => {
  const folder = await mkdtemp(join(tmpdir(), "trierarch-others-"));
  const host = await started(PROGRAM, ["host", "--battle", "sybota", "--data", folder]);
  try {
    const { page } = JSON.parse(host.said);
    await sits(one, page, "Kleon", "A");
    await sits(other, page, "Nikias", "B");
    await does(one, { text: "Nikias" });
    await does(one, { button: "A1" });
    await does(one, { button: "Done with A1" });
    await does(other, { text: "Sail A1" });
    await other.reload();
    await does(other, { text: "Sail A1" });
  } finally {
    await one.picture(`${SCREENSHOTS}/room-firefox.png`);
    await other.picture(`${SCREENSHOTS}/room-webkit.png`);
    host.end();
    await rm(folder, { recursive: true, force: true });
  }
};

await mkdir(SCREENSHOTS, { recursive: true });
const wanted = process.argv.slice(2);
let failures = 0;
const tries = async (what, test) => {
  try {
    await test();
    console.log(`ok    ${what}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILS ${what}\n${error.stack}`);
  }
};

const opened = {};
for (const [name, open] of Object.entries(browsers)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  opened[name] = await open();
  const served = await started("packaging/web/serve", ["0", "127.0.0.1", PAGE]);
  await tries(`the page in ${name}`, () => course(name, opened[name], served));
  served.end();
}
const { firefox, webkit } = opened;
if (firefox && webkit && existsSync(PROGRAM)) {
  await tries("a table of both", () => room(firefox, webkit));
}
for (const browser of Object.values(opened)) await browser.end();
process.exit(failures === 0 ? 0 : 1);
