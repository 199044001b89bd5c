// The club's big screen: a seat that looks on, and asks nothing of anybody. Both
// fleets, the last roll, and the odds of a roll once it is declared. What a side
// keeps secret does not come here at all.

import { Wire, keepAs, keptAs, shelfOf } from "./wire.js";
import { $, longCode, make, namedTable, random, takesSeat, tell } from "./words.js";

const shelf = `${shelfOf(namedTable)}/watch`;
const kept = keptAs(shelf);
const keep = () => keepAs(shelf, kept);
kept.key ??= random();
keep();

let line = null;
let told = { at: 0 };
const waits = new Map();
const network = (text) => { $("network").textContent = text; };

const connect = () => {
  line?.stop();
  line = new Wire(kept.token, (what, text) => {
    if (what === "open") line.send(JSON.stringify({ hello: {} }));
    else if (what === "text") heard(JSON.parse(text));
    else cut(what, Number(text));
  });
};

const cut = (what, code) => {
  for (const done of waits.values()) done({});
  waits.clear();
  if (what === "cut") network("The connection is cut: trying again…");
  else if (code === 4404) network("The table is closed.");
  else {
    delete kept.token;
    kept.key = random();
    keep();
    network(code === 4403 ? "The table’s owner said no." : "");
    join();
  }
};

const ask = (request) =>
  new Promise((done) => {
    const id = random();
    waits.set(id, done);
    if (!line.send(JSON.stringify({ id, ask: request }))) {
      waits.delete(id);
      done({});
    }
  });

const heard = (frame) => {
  if (frame.waiting) network("Waiting for the table’s owner to let this screen in…");
  else if (frame.hello || frame.reset) {
    network("");
    look({});
  } else if (frame.news) look(frame.news);
  else if (frame.id) {
    waits.get(frame.id)?.(frame);
    waits.delete(frame.id);
  }
};

/** Looks at the table; what is out of date by the time it comes is not shown. */
const look = async (news) => {
  if (news.at) told = news;
  const seen = await ask({ view: {} });
  if (!seen.ok || (news.at && news.at < told.at)) return;
  const view = seen.ok.view;
  show(view);
  if (view.declared) showDeclared(view.declared);
  else if (news.entry) showRoll(news.entry);
  else $("odds").replaceChildren();
};

const show = (view) => {
  $("join").hidden = true;
  $("table").hidden = false;
  $("headline").textContent = tell(view.guide.headline);
  $("prompt").textContent = tell(view.guide.prompt);
  ["A", "B"].forEach((side, at) => {
    const cards = view.cards.filter((card) => card.holder === side);
    $(`side-${side}`).replaceChildren(make("h2", view.sides[at].name), ...cards.map(showShip));
  });
};

const showShip = (card) => {
  const out = typeof card.standing === "object" ? tell(card.standing.out) : "";
  const gauges = out ? [] : card.gauges.map((gauge) => make("div", [
    make("span", tell(gauge.label)),
    make("progress", "", { value: gauge.value, max: gauge.full || 1 }),
    make("span", `${gauge.value}/${gauge.full}`),
  ], { className: "gauge" }));
  const marks = card.marks.map((mark) => make("small", `${tell(mark.label)} `, { className: mark.tone }));
  const ship = make("div", [make("strong", `${card.tag} ${card.name}`), ...gauges, ...marks], { className: "ship" });
  if (out) {
    ship.append(make("small", out));
    ship.classList.add("out");
  }
  if (card.standing === "active") ship.classList.add("active");
  return ship;
};

const chances = (outcomes, came) => outcomes.map(({ name, share }) => make("div", [
  make("span", name), make("span", `${(share * 100).toFixed(1)} %`),
  make("progress", "", { value: share, max: 1 }),
], { className: name === came ? "chance came" : "chance" }));
const plain = (slug) => (slug ?? "").replace(/-/g, " ");

/** The order that waited last, with its odds. */
let ahead = null;

/** An order that waits: its odds before anything is rolled for it. */
const showDeclared = async (waiting) => {
  $("roll").replaceChildren();
  $("odds").replaceChildren(make("h2", tell(waiting.headline)));
  if (!waiting.order.kind) return;
  const answer = await ask({ odds: waiting.order });
  const outcomes = (answer.ok?.outcomes ?? []).map((one) => ({ name: plain(one.outcome), share: one.p }));
  ahead = outcomes.length > 1 ? { order: waiting.order, outcomes } : null;
  if (ahead) $("odds").append(...chances(outcomes));
};

/** An order that was carried out: what it rolled, and what the odds were. */
const showRoll = (entry) => {
  const rolls = entry.rolls ?? [];
  const dice = rolls.map((roll) => make("div", [
    make("p", `${roll.for}: ${roll.throw}`),
    make("div", (roll.faces.length ? roll.faces : [roll.natural ?? "–"]).map((face) =>
      make("span", String(face), { className: "die" })), { className: "dice" }),
  ]));
  $("roll").replaceChildren(make("h2", entry.brief || "A secret order"), ...dice, make("p", entry.text.join(" ")));
  $("odds").replaceChildren();
  // What the odds were is told where the roll was waited for.
  const was = ahead && ["kind", "ship", "unit", "side"].every((key) => ahead.order[key] === entry.order[key]);
  if (was && !entry.secret) {
    $("odds").replaceChildren(make("h2", "The odds were"), ...chances(ahead.outcomes, plain(entry.outcome)));
  }
  ahead = null;
};

const sit = async (code) => {
  const answer = await takesSeat({ key: kept.key, code, name: "Big screen", seat: "onlooker" });
  if (!answer.token) {
    $("why").textContent = answer.why;
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
