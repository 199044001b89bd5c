// A whole battle, and turns of the other games, on two phones and a tablet that watches, with
// interruptions: reloads, sleep, the back button, a killed host and a lost network.
import { strict as assert } from "node:assert";

import { answerTo, joinTable, networkTo, phone, reads, requestSeat, showTab, startServer, still } from "./devices.mjs";

/** The largest number of actions, and the number of orders between two interruptions. */
const [MOST, OFTEN] = [3000, 14];
/** The same for games with few orders in a turn. */
const OFTEN_IN_SHORT_TURNS = 5;
const TABLET = { width: 800, height: 1280 };

/** One action of a player who reads only the page: an answer, an order, an attack or the main button;
 * none if the other side is to act. */
const act = (page, pick) => page.evaluate(async (pick) => {
  const { now } = await import("/table.js");
  const $ = (id) => document.getElementById(id);
  const shown = (where, what) => [...where.querySelectorAll(what)].filter((one) => one.checkVisibility() && !one.disabled);
  const tapOne = (list) => {
    list[pick % list.length]?.click();
    return list.length > 0;
  };
  if (now.view.over) return "over";
  const answers = shown($("asked"), ".own .answer, .own button.main");
  // After a no the same question is refused for 20 seconds, so a no is rare.
  const consent = answers.filter(({ textContent }) => textContent === "Yes");
  if (tapOne(consent.length && pick % 8 > 0 ? consent : answers)) return "answers";
  if (now.view.declared) return "";
  if ($("order")) {
    const give = shown($("act"), "button[form=order]");
    if (give.length) return tapOne(give.slice(0, 1)) && "gives";
    const open = shown($("order"), "[role=radiogroup]").find((one) => !one.querySelector(":checked"));
    if (open) return tapOne([...open.querySelectorAll("input")]) && "says";
    return tapOne(shown($("act"), "button").filter(({ textContent }) => textContent === "Back")) && "leaves";
  }
  if ($("turn").className !== "mine") return "";
  if (pick % 3 > 0 && tapOne(shown($("stage"), ":scope > section .step"))) return "attacks";
  const aims = pick % 3 > 0 && now.card?.steps.some((step) => step.needs_target);
  if (aims && tapOne(shown($("other-strip"), ".token:not(.out)"))) return "aims";
  if (tapOne(shown($("act"), "button.main"))) return "finishes";
  if (pick % 12 > 0 && tapOne(shown($("own-strip"), ".token:not(.out, .done)"))) return "chooses";
  return tapOne(shown($("act"), ".small .quiet").slice(0, 1)) ? "ends" : "";
}, pick);
const stateOf = async (page) => {
  await page.locator("#table").waitFor();
  return page.evaluate(async () => {
    const { view } = (await import("/table.js")).now;
    const round = Number(/\d+/.exec(document.getElementById("headline").textContent)?.[0] ?? 1);
    return { at: view.at, cursor: view.cursor, over: view.over, round };
  });
};
/** A server that was killed says so when it is back: that is no lost connection. */
const isBack = (page) => page.waitForFunction(() => !document.getElementById("network").textContent.startsWith("Connection lost"));

/** Reloads a page. If it goes back in its history at that moment, because a form was closed, the
 * browser aborts the first reload. */
const reload = (page) => page.reload().catch(() => page.reload());

/** The kinds of order that were carried out. */
const kinds = async (page) => {
  const { log } = await answerTo(page, { log: { from: 0, count: 1000 } });
  return log.rows.filter(({ undone }) => !undone).map(({ order }) => order?.kind);
};

/** Fights a battle until it is over, or until this many rounds and these kinds of order were seen. */
const playBattle = async (battle, { rounds = Infinity, seen = [], often = OFTEN } = {}) => {
  const host = await startServer("host", "--battle", battle);
  const { page, listening } = host.first;
  const net = await networkTo(listening);
  const kleon = await joinTable(page.replace(listening, net.address), "Kleon", "Side A");
  const nikias = await joinTable(page, "Nikias", "Side B");
  const tablet = await phone(page);
  await tablet.setViewportSize(TABLET);
  await requestSeat(tablet, "Arist", "Watch");
  await reads(tablet, "You: watching");
  const loseNetwork = async (meanwhile) => {
    net.cuts();
    await meanwhile();
    await reads(kleon, "Connection lost: trying again…");
    net.heals();
  };
  const interruptions = [
    () => reload(kleon),
    async () => {
      await showTab(nikias, "log");
      await nikias.goBack();
      await nikias.locator("#own-strip").waitFor({ state: "attached" });
    },
    host.dies,
    () => loseNetwork(async () => {}),
    () => reload(tablet),
    // A sleeping phone receives nothing, and wakes up without an event of its network.
    () => loseNetwork(() => kleon.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))),
  ];
  let state = 3;
  const pick = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
  let [interrupted, done] = [0, { over: false, cursor: 0, round: 1 }];
  const isDone = async () => done.over || (done.round > rounds && seen.every(((all) => (kind) => all.includes(kind))(await kinds(kleon))));
  for (let turn = 0; turn < MOST && !await isDone(); turn += 1) {
    for (const each of [kleon, nikias]) {
      await still(each);
      await act(each, pick());
    }
    done = await stateOf(kleon);
    if (done.cursor < often * (interrupted + 1)) continue;
    await interruptions[interrupted % interruptions.length]();
    interrupted += 1;
    for (const each of [kleon, nikias, tablet]) {
      await reads(each, /^You: /);
      await isBack(each);
    }
  }
  assert.ok(await isDone(), `after ${done.cursor} orders it is round ${done.round}, with ${await kinds(kleon)}`);
  assert.ok(interrupted >= 3, `only ${interrupted} interruptions`);
  for (const each of [nikias, tablet]) {
    await each.waitForFunction(async (at) => (await import("/table.js")).now.view.at >= at, done.at);
    await still(each);
  }
  assert.deepEqual(await stateOf(tablet), await stateOf(nikias));
  net.ends();
  await host.ends();
};

export const wholeBattle = {
  "a whole battle is fought to its end through reloads, the back button, a killed server and a lost network": () => playBattle("aegates"),
  "two rounds of Greek Fire with boarding and morale are fought through the same interruptions": () =>
    playBattle("sybota", { rounds: 2, seen: ["shoot", "ram", "board", "morale"] }),
  "a whole turn of Chicken of the Sea is fought through the same interruptions": () => playBattle("five-against-five", { rounds: 1, seen: ["ram"], often: OFTEN_IN_SHORT_TURNS }),
  "a whole turn of Command & Chaos is fought through the same interruptions": () => playBattle("learning", { rounds: 1, seen: ["initiative", "draw", "move-zone"], often: OFTEN_IN_SHORT_TURNS }),
};
