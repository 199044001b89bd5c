// A turn with the keyboard alone: Tab reaches every control, Enter or the space bar presses it, and
// the focus is never lost.
import { strict as assert } from "node:assert";

import { bigScreen, joinTable, reads, startServer, still } from "./devices.mjs";

/** The number of times that Tab is pressed to find a control. */
const MOST = 80;

/** The text of the focused element. */
const focused = (page) => page.evaluate(() => {
  const one = document.activeElement;
  return one === document.body ? "" : (one.ariaLabel || one.labels?.[0]?.textContent || one.textContent || one.name).trim();
});
/** Presses Tab until an element with this text has the focus. */
const reaches = async (page, words) => {
  const passed = [];
  for (let tries = 0; tries < MOST; tries += 1) {
    const there = await focused(page);
    if (words.test(there)) return there;
    passed.push(there);
    await page.keyboard.press("Tab");
  }
  throw new Error(`no ${words} among ${passed.join(" | ")}`);
};
const presses = async (page, words, key = "Enter") => {
  await still(page);
  await reaches(page, words);
  await page.keyboard.press(key);
  await still(page);
};

export const keyboard = {
  "a turn with a shot is played by the keyboard alone": async () => {
    const host = await startServer("host", "--battle", "sybota");
    try {
      const kleon = await bigScreen(host.first.page);
      await kleon.getByLabel("Your name").waitFor();
      await reaches(kleon, /^Your name$/);
      await kleon.keyboard.type("Kleon");
      await kleon.keyboard.press("Enter");
      await reads(kleon, /^You: /);
      const nikias = await joinTable(host.first.page, "Nikias", "Side B");
      await presses(kleon, /^A1 /);
      await presses(kleon, /^B1 /);
      await presses(kleon, /^Shoot B1: archers 1/);
      await kleon.getByRole("radiogroup", { name: "Range in hexes" }).waitFor();
      await reaches(kleon, /^1$/);
      await kleon.keyboard.press("Space");
      await still(kleon);
      await presses(kleon, /^Roll$/);
      await nikias.locator("#last").getByText(/^Shoot A1 → B1/).first().waitFor();
      await still(kleon);
      assert.notEqual(await focused(kleon), "", "the focus is lost after an order");
      await presses(kleon, /^Done with A1/);
      await nikias.locator("#last").getByText(/^Sail A1/).first().waitFor();
      await still(kleon);
      assert.notEqual(await focused(kleon), "", "the focus is lost after a turn");
      // Escape closes a sheet and returns the focus.
      await presses(kleon, /^Other…/);
      await kleon.locator("#sheet[open]").waitFor();
      await kleon.keyboard.press("Escape");
      await kleon.locator("#sheet[open]").waitFor({ state: "hidden" });
      assert.match(await focused(kleon), /^Other…/);
    } finally {
      await host.ends();
    }
  },
};
