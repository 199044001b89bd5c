// The club's big screen: a seat that looks on, and asks nothing of anybody. Both
// fleets, the last roll, and the odds of a roll once it is declared. What a side
// keeps secret does not come here at all.

import { Wire, keepAs, keptAs, shelfOf } from "./wire.js";
import {
  $, capital, chances, logged, longCode, make, namedTable, random, takesSeat, tell,
} from "./words.js";

const shelf = `${shelfOf(namedTable)}/watch`;
const kept = keptAs(shelf);
const keep = () => keepAs(shelf, kept);
kept.key ??= random();
keep();

let wire = null;
let looks = 0;
const waits = new Map();
const network = (text) => { $("network").textContent = text; };

const connect = () => {
  wire?.stop();
  wire = new Wire(kept.token, happens);
};

const happens = (what, text) => {
  if (what === "open") wire.send(JSON.stringify({ hello: {} }));
  else if (what === "text") heard(JSON.parse(text));
  else {
    for (const done of waits.values()) done({});
    waits.clear();
    if (what === "end") ended(Number(text));
    else network("The connection is cut: trying again…");
  }
};

const ended = (code) => {
  if (code === 4404) {
    network("The table is closed.");
    return;
  }
  delete kept.token;
  kept.key = random();
  keep();
  network(code === 4403 ? "The table’s owner said no." : "");
  join();
};

const ask = (request) =>
  new Promise((done) => {
    const id = random();
    waits.set(id, done);
    if (wire.send(JSON.stringify({ id, ask: request }))) return;
    waits.delete(id);
    done({});
  });

const heard = (frame) => {
  if (frame.waiting) network("Waiting for the table’s owner to let this screen in…");
  else if (frame.hello || frame.reset) {
    network("");
    look();
  } else if (frame.news) look();
  else if (frame.id) {
    waits.get(frame.id)?.(frame);
    waits.delete(frame.id);
  }
};

/** Looks at the table; what is out of date by the time it comes is not shown. */
const look = async () => {
  looks += 1;
  const mine = looks;
  const seen = await ask({ view: {} });
  const view = seen.ok?.view;
  if (!view || mine !== looks) return;
  const log = view.cursor > 0 ? await ask({ log: { from: view.cursor - 1, count: 1 } }) : null;
  if (mine !== looks) return;
  show(view);
  if (view.declared) showDeclared(view.declared);
  else showRoll(log?.ok?.log.rows[0]);
};

const show = (view) => {
  $("join").hidden = true;
  $("table").hidden = false;
  $("headline").textContent = tell(view.guide.headline);
  $("prompt").textContent = tell(view.guide.prompt);
  ["A", "B"].forEach((side, at) => {
    const cards = view.cards.filter((card) => card.holder === side);
    $(`side-${side}`).replaceChildren(make("h2", view.sides[at].name), make("div", cards.map(showShip), { className: "ships" }));
    $(`side-${side}`).classList.toggle("many", cards.length > 7);
  });
};

const showShip = (card) => {
  const out = typeof card.standing === "object" ? tell(card.standing.out) : "";
  const gauges = out ? [] : card.gauges.map((gauge) => make("div", [
    make("span", tell(gauge.label)),
    make("progress", "", { value: gauge.value, max: gauge.full || 1 }),
    make("span", `${gauge.value}/${gauge.full}`),
  ], { className: "gauge" }));
  const marks = card.marks.map((mark) => make("small", capital(tell(mark.label)), { className: mark.tone }));
  const ship = make("div", [make("strong", `${card.tag} ${card.name}`), ...gauges, ...marks], { className: "ship" });
  if (out) {
    ship.append(make("small", out));
    ship.classList.add("out");
  }
  if (card.standing === "active") ship.classList.add("active");
  return ship;
};

/** The order that waited last, with its odds. */
let ahead = null;

/** An order that waits: its odds before anything is rolled for it. */
const showDeclared = async (waiting) => {
  const lines = [make("h2", capital(tell(waiting.headline)))];
  const side = waiting.asks?.of ?? waiting.needs?.by;
  if (waiting.asks) lines.push(make("p", tell(waiting.asks.question)));
  if (side) lines.push(make("p", `Waiting for side ${side}.`));
  $("roll").replaceChildren();
  $("odds").replaceChildren(...lines);
  if (!waiting.order.kind) return;
  const mine = looks;
  const answer = await ask({ odds: waiting.order });
  const outcomes = answer.ok?.outcomes ?? [];
  if (mine !== looks || outcomes.length < 2) return;
  ahead = { order: waiting.order, outcomes };
  $("odds").append(...chances(outcomes));
};

/** The order that was carried out last: what it rolled, and what the odds were. */
const showRoll = (row) => {
  $("odds").replaceChildren();
  if (!row) {
    $("roll").replaceChildren();
    return;
  }
  const [headline, ...more] = logged(row);
  const faces = row.rolls.flatMap((roll) => (roll.faces.length ? roll.faces : [roll.natural ?? "–"]));
  const dice = make("div", faces.map((face) => make("span", String(face), { className: "die" })), { className: "dice" });
  $("roll").replaceChildren(make("h2", headline.textContent), dice, ...more);
  // What the odds were is told where the roll was waited for.
  const was = ahead && ["kind", "ship", "unit", "side"].every((key) => ahead.order[key] === row.order[key]);
  if (was && !row.secret) {
    $("odds").replaceChildren(make("h2", "The odds were"), ...chances(ahead.outcomes, row.outcome));
  }
};

const sit = async (code) => {
  const answer = await takesSeat({ key: kept.key, code, name: "Big screen", seat: "onlooker" });
  if (!answer.token) {
    $("why").textContent = `${capital(answer.why)}.`;
    $("join").hidden = false;
    return;
  }
  kept.token = answer.token;
  keep();
  connect();
};

const join = () => {
  $("table").hidden = true;
  if (longCode) sit(longCode);
  else $("join").hidden = false;
};

$("join").addEventListener("submit", (event) => {
  event.preventDefault();
  sit(new FormData($("join")).get("code"));
});
addEventListener("hashchange", () => location.reload());

if (kept.token) connect();
else join();
