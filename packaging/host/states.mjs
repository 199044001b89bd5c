// Tests of the states in tests/fixtures/table: the page shows the same as the window, and no control
// is cut off, covered or outside the screen.
import { strict as assert } from "node:assert";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { bigScreen, faultsOf, joinTable, phone, reads, requestSeat, startServer, still } from "./devices.mjs";

const FIXTURES = "tests/fixtures/table";
const BATTLES = ["sybota", "five-against-five", "actium", "six-and-six", "zama"];

// Going to a state.

/** Sends a change; an answer or a roll is for the waiting order. The server does not repeat a question
 * for some seconds after a no, so the change is sent again when they are over. */
const sendChange = async (page, request) => {
  const seconds = await page.evaluate(async (request) => {
    const [{ change, changeAsOwner }, { now, read }] = [await import("/connection.js"), await import("/table.js")];
    const [[verb, what]] = Object.entries(request);
    const ask = verb === "answer" || verb === "throw" ? { [verb]: { of: now.view.declared.of, ...what } } : request;
    const answer = await (verb === "owner" ? changeAsOwner(what) : change(ask));
    const again = answer.refused?.why.match(/ask again in (\d+) second/);
    if (again) return Number(again[1]);
    if (!answer.ok && !answer.waits) throw new Error(JSON.stringify([ask, answer]));
    await read();
    return 0;
  }, request);
  if (seconds) {
    await page.waitForTimeout(seconds * 1000);
    return sendChange(page, request);
  }
  await still(page);
};
const freeSeat = (owner, seat) => sendChange(owner, { owner: { unseat: { seat } } });

/** Ends a waiting order: answers with the last choice, which refuses a proposal. */
const endWaitingOrder = async (page) => {
  const waiting = await page.evaluate(async () => (await import("/table.js")).now.view.declared);
  if (!waiting) return;
  const { field, choices } = waiting.asks ?? {};
  await sendChange(page, field ? { answer: { field, value: choices.at(-1).value } } : { throw: { dice: [null] } });
  await endWaitingOrder(page);
};

/** Calls `looks` with the page of a player of both sides at each state of a battle, the last
 * first, because a waiting order is only at the end. The sides gave it from their own seats. */
const atEachState = async (battle, check) => {
  const { states, battle: file } = JSON.parse(await readFile(`${FIXTURES}/played/${battle}.json`, "utf8"));
  const path = join(tmpdir(), `trierarch-${battle}-${process.pid}.battle`);
  await writeFile(path, JSON.stringify(file));
  const host = await startServer("host", "--battle", path);
  const { page, listening, owner: token } = host.first;
  try {
    const owner = await phone(listening);
    await requestSeat(owner, "Perikles", "Watch", token);
    await reads(owner, "You: the owner");
    const watch = await bigScreen(page.replace("/#", "/watch#"));
    const both = await joinTable(page, "Kleon", "Both sides");
    for (let at = states.length - 1; at >= 0; at -= 1) {
      const { cursor, waits } = states[at];
      await sendChange(both, { go_to: { cursor } });
      if (waits.length) {
        await freeSeat(owner, "both");
        const seats = { A: await joinTable(page, "Kleon", "Side A"), B: await joinTable(page, "Nikias", "Side B") };
        for (const { seat, ask } of waits) await sendChange(seats[seat], ask);
        for (const [seat, player] of Object.entries(seats)) {
          await freeSeat(owner, seat);
          await player.context().close();
        }
        await requestSeat(both, "Kleon", "Both sides");
        await reads(both, /^You: both sides/);
      }
      await still(both);
      await still(watch);
      await check(both, at, watch);
      await endWaitingOrder(both);
    }
  } finally {
    await host.ends();
    await rm(path);
  }
};

// Comparing the window with the page.

/** Controls that only the window has. The page has them in its tabs and sheets: the screens, the menu,
 * the search of a long list, dice by side (the owner’s settings), entries of a record, folded parts. */
const WINDOW_ONLY = [
  /^radiobutton/, /^textinput: Search/, /: More$/, /: Our own dice: side [AB]$/, /: Redo the next order$/, /correct [^:]*$/i,
  /: Show side [AB]’s losses$/, /: Not now: /,
];
/** Controls that only the page has. Lost units stay in its lists. */
const PAGE_ONLY = [/: Redo$/, /: More…$/, /: Record of /, /: Other…$/, /: Return to the next step$/, /: Not now$/];

/** A unit with its status, in a fixed order. */
const unit = (line) => {
  const [, tag, facts] = /^button: ([AB]\d+) (.*)$/.exec(line) ?? [];
  return tag ? `unit ${tag}: ${facts.toLowerCase().split(/, | · /).sort().join(", ")}` : line;
};
const WINDOW_WORDS = [
  [/, off \(.*?\): /, ", off: "], [/: Undo the last order$/, ": Undo"], [/: Answer: /, ": "], [/: Show our secrets: /, ": Show the secrets of "],
  [/: Done with (\S+): (.*)/, (_, of, what) => `: Done with ${of} ${what}`.toLowerCase()], [/(\d) of (\d)/g, "$1/$2"],
  // The page's prompt has the word.
  [/, main: Next: /, ", main: "],
  // The page has no files: its report is a sheet.
  [/: Save the battle report…$/, ": Open the battle report"],
];
const PAGE_WORDS = [[/(: Show the secrets of .*) \([AB]\)$/, "$1"], [/: Done with .*/, (done) => done.toLowerCase()]];
/** The lines to compare, in the same words. */
const inWords = (lines, left, words) => lines.filter((line) => !left.some((one) => one.test(line)))
  .map((line) => unit(words.reduce((text, [from, to]) => text.replace(from, to), line)));

/** The controls of the window in each state of a battle. */
const windowOf = async (battle) => {
  const list = await readFile(`${FIXTURES}/window/${battle}.txt`, "utf8");
  return list.split(/^\S+\n/m).slice(1).map((state) => state.trimEnd().split("\n").map((line) => line.trim()));
};
/** The controls of the page, listed as for the window: role, whether main, whether off, name. */
const pageOf = (page) => page.evaluate(async () => {
  const { latin } = await import("/latin.js");
  globalThis.latin = latin;
  // A unit is the list of its parts; the name of a step is first.
  const words = (one) => {
    if (one.matches(".fleet .card")) return [...one.querySelectorAll("strong, small")].map(({ textContent }) => textContent).join(" · ");
    if (one.matches(".piece")) {
      const [tag, ...facts] = [...one.querySelectorAll(":scope > span, small")].map(({ textContent }) => textContent.replace("✓", "").trim());
      return `${tag} ${facts.filter(Boolean).join(" · ")}`;
    }
    if (!one.matches(".step")) return one.ariaLabel || one.textContent;
    // The chance belongs to the name of an attack.
    return [...one.querySelectorAll(one.closest("#stage > section") ? "span, small" : "span")].map(({ textContent }) => textContent).filter(Boolean).join(": ");
  };
  const where = [
    "#steps-back button", ".fleet .card:not(.out)", ".piece", "#stage button:not(.mark, .word)", "#stage summary", "#hand button",
    // A score without conditions is not a control.
    "#terms summary, #terms > p", "#asked button:not(.word)", "#act button",
  ];
  return [...document.querySelectorAll(where.join())].filter((one) => one.checkVisibility()).map((one) => {
    const name = words(one).replace(/\s+/g, " ").trim();
    return `button${one.classList.contains("main") ? ", main" : ""}${one.disabled ? ", off" : ""}: ${name}`;
  });
});
/** The buttons that do not fit in the dock, in *Other…*. */
const behindOther = (page) => page.evaluate(() => {
  const other = [...document.querySelectorAll("#act button")].find(({ textContent }) => textContent === "Other…");
  if (!other) return [];
  other.click();
  const all = [...document.querySelectorAll("#sheet-body .card")].map(({ textContent }) => `button: ${textContent}`);
  document.getElementById("sheet-close").click();
  return all;
});
const without = (all, others) => {
  const rest = [...others];
  return all.filter((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
};

/** Known differences. The window checks each unit of a group alone, the page all of them: the last
 * ships of both sides can move only together. The page also names the end of a move, which is *Done*
 * in the window, and a step that *Done* gives unchanged. */
const MEANT = {
  "five-against-five-09": { missing: [], more: ["button: End her move"] },
  "zama-09": { missing: [], more: ["button: Fall back 3 spaces on the table"] },
  "sybota-09": { missing: [], more: ["button: These only move…"] },
};

/** The differences between the lists of window and page in a state. */
const differences = async (page, listed) => {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1280, height: 800 });
  const shown = inWords(await pageOf(page), PAGE_ONLY, PAGE_WORDS);
  const latin = await page.evaluate((lines) => lines.map(globalThis.latin), listed);
  const expected = inWords(latin, WINDOW_ONLY, WINDOW_WORDS);
  const others = await behindOther(page);
  await page.setViewportSize(before);
  return { missing: without(expected, [...shown, ...others]), more: without(shown, expected) };
};

/** The parts that are cut off on a big screen, which cannot be scrolled. */
const cutOff = async (watch, name) => {
  await watch.setViewportSize({ width: 1920, height: 1080 });
  await watch.screenshot({ path: `target-web/players/watch-${name}.png` });
  return watch.evaluate(() => [...document.querySelectorAll("#headline, #turn, .fleet .card, .piece, #last, #invitation, #asked, #act")]
    .filter((one) => one.checkVisibility() && one.textContent)
    .filter((one) => {
      const { right, bottom } = one.getBoundingClientRect();
      return right > innerWidth + 1 || bottom > innerHeight + 1;
    }).map((one) => `“${one.id || one.textContent}” is cut off on the large screen`));
};

/** Compares the lists of a battle. Also checks every third of its states on small and large screens;
 * with STATES=all every one. */
const statesOf = async (battle) => {
  const [window, found] = [await windowOf(battle), {}];
  await atEachState(battle, async (page, at, watch) => {
    const name = `${battle}-${String(at + 1).padStart(2, "0")}`;
    const { missing, more } = await differences(page, window[at]);
    const looked = process.env.STATES === "all" || at % 3 === 0;
    const faults = looked ? [...await faultsOf(page, `state-${name}`), ...await cutOff(watch, name)] : [];
    const meant = MEANT[name] ?? { missing: [], more: [] };
    const all = [without(missing, meant.missing), without(more, meant.more), faults];
    if (all.flat().length) found[name] = all;
  });
  assert.deepEqual(found, {}, battle);
};

export const states = Object.fromEntries(BATTLES.map((battle) =>
  [`the page shows the states of ${battle} as the window does, and nothing is cut or covered`, () => statesOf(battle)]));
