// A whole battle on two phones and a tablet that watches, through what an evening brings: a
// reload, the device's back, a host that is killed, and a network that is lost.
import { strict as assert } from "node:assert";

import { networkTo, opens, phone, reads, shows, sits, still, asksForSeat } from "./devices.mjs";

/** How many things the players do at most, and after how many orders something happens. */
const [MOST, OFTEN] = [3000, 14];
const TABLET = { width: 800, height: 1280 };

/** One thing that a player does by what the page shows: an answer, an order, an attack or the
 * main button; nothing where the other side is to act. */
const acts = (page, pick) => page.evaluate(async (pick) => {
  const { now } = await import("/table.js");
  const $ = (id) => document.getElementById(id);
  const shown = (where, what) => [...where.querySelectorAll(what)].filter((one) => one.checkVisibility() && !one.disabled);
  const taps = (list) => {
    list[pick % list.length]?.click();
    return list.length > 0;
  };
  if (now.view.over) return "over";
  if (taps(shown($("asked"), ".own .answer, .own button.main"))) return "answers";
  if (now.view.declared) return "";
  if ($("order")) {
    const give = shown($("act"), "button[form=order]");
    if (give.length) return taps(give.slice(0, 1)) && "gives";
    const open = shown($("order"), "[role=radiogroup]").find((one) => !one.querySelector(":checked"));
    if (open) return taps([...open.querySelectorAll("input")]) && "says";
    return taps(shown($("act"), "button").filter(({ textContent }) => textContent === "Back")) && "leaves";
  }
  if ($("turn").className !== "mine") return "";
  if (pick % 3 > 0 && taps(shown($("stage"), ":scope > section .step"))) return "attacks";
  const aims = pick % 3 > 0 && now.card?.steps.some((step) => step.needs_target);
  if (aims && taps(shown($("other-strip"), ".token:not(.out)"))) return "aims";
  if (taps(shown($("act"), "button.main"))) return "finishes";
  if (pick % 12 > 0 && taps(shown($("own-strip"), ".token:not(.out, .done)"))) return "chooses";
  return taps(shown($("act"), ".small .quiet").slice(0, 1)) ? "ends" : "";
}, pick);
const stands = (page) => page.evaluate(async () => {
  const { view } = (await import("/table.js")).now;
  return { at: view.at, cursor: view.cursor, over: view.over };
});
const isBack = (page) => page.waitForFunction(() => document.getElementById("network").textContent === "");

export const wholeBattle = {
  "a whole battle is fought to its end through reloads, back, a killed host and a lost network": async () => {
    const host = await opens("host", "--battle", "aegates");
    const { page, listening } = host.first;
    const net = await networkTo(listening);
    const kleon = await sits(page.replace(listening, net.address), "Kleon", "Side A");
    const nikias = await sits(page, "Nikias", "Side B");
    const tablet = await phone(page);
    await tablet.setViewportSize(TABLET);
    await asksForSeat(tablet, "Arist", "Watch");
    await reads(tablet, "You: watching");
    const evening = [
      () => kleon.reload(),
      async () => {
        await shows(nikias, "log");
        await nikias.goBack();
        await nikias.locator("#own-strip").waitFor();
      },
      host.dies,
      async () => {
        net.cuts();
        await reads(kleon, "Connection lost: trying again…");
        net.heals();
      },
      () => tablet.reload(),
    ];
    let state = 3;
    const pick = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state >>> 8;
    };
    let [happened, done] = [0, { over: false, cursor: 0 }];
    for (let turn = 0; turn < MOST && !done.over; turn += 1) {
      for (const each of [kleon, nikias]) {
        await still(each);
        await acts(each, pick());
      }
      done = await stands(kleon);
      if (done.cursor < OFTEN * (happened + 1)) continue;
      await evening[happened % evening.length]();
      happened += 1;
      for (const each of [kleon, nikias, tablet]) {
        await reads(each, /^You: /);
        await isBack(each);
      }
    }
    assert.ok(done.over, `the battle is not over after ${done.cursor} orders`);
    assert.ok(happened >= 3, `only ${happened} things happened`);
    for (const each of [nikias, tablet]) {
      await each.waitForFunction(async (at) => (await import("/table.js")).now.view.at === at, done.at);
    }
    assert.deepEqual(await stands(tablet), await stands(nikias));
    net.ends();
    await host.ends();
  },
};
