// The connection to a table: a client of the protocol that docs/handbook/protocol.md describes, and of
// nothing else. What it is asked to change is done once, however often the network
// is cut.

import { Wire, keepAs, keptAs, shelfOf } from "./wire.js";
import { $, isOwners, isScreen, namedTable, random } from "./words.js";

export const seatsShelf = shelfOf(namedTable);
export const ownersShelf = `${seatsShelf}/owner`;
const shelf = isScreen ? `${seatsShelf}/watch` : isOwners ? ownersShelf : seatsShelf;

/** What outlives a reload: the token, what was heard last, orders not answered. */
export const kept = keptAs(shelf);
export const keep = () => keepAs(shelf, kept);
kept.key ??= random();
kept.unsent ??= [];
keep();

let wire = null;
let said = false;
let moves = 0;
/** The number of the last change that the page shows. */
let looked = 0;
export const shows = (at) => { looked = Math.max(looked, at ?? 0); };
const waits = new Map();

/** What the page does about what it hears, by the key of the frame. */
let hears = {};
export const hear = (handlers) => { hears = handlers; };

export const network = (text) => { $("network").textContent = text; };

export const connect = () => {
  wire?.stop();
  said = false;
  wire = kept.token ? new Wire(kept.token, happens) : null;
};

const happens = (what, text) => {
  if (what === "open") wire.send(JSON.stringify({ hello: kept.epoch ? { epoch: kept.epoch, seen: kept.at } : {} }));
  else if (what === "text") heard(JSON.parse(text));
  else {
    cut();
    if (what === "end") ended(Number(text));
    else network("Connection lost: trying again…");
  }
};

/** What was only looked up is looked up again; orders are kept. */
const cut = () => {
  said = false;
  for (const [id, wait] of waits) {
    if (!wait.change) {
      waits.delete(id);
      wait.done({ error: { why: "The connection was cut." } });
    }
  }
};

/** Gives up the seat. Another key: the same would give the token that has ended. */
export const leave = () => {
  delete kept.token;
  kept.key = random();
  kept.unsent = [];
  keep();
  connect();
  network("");
};

const ended = (code) => {
  if (code === 4404) {
    network("");
    hears.closed();
  } else {
    leave();
    hears.left(code === 4403 ? "The table’s owner said no." : "You no longer hold this seat.");
  }
};

const heard = (frame) => {
  if (frame.waiting) hears.waiting();
  else if (frame.hello) entered(frame.hello, false);
  else if (frame.reset) entered(frame.reset, true);
  else if (frame.news) news(frame.news);
  else if (frame.asks) hears.asks(frame.asks);
  else if (frame.presence) hears.presence(frame.presence);
  else if (frame.id) answered(frame);
  else {
    const trouble = frame.warning ?? frame.stalled ?? frame.error;
    if (trouble) network(trouble.why);
  }
};

const entered = (hello, anew) => {
  said = true;
  network(hello.why ?? "");
  // What follows a hello is the news since; after a reset all is looked at anew.
  if (anew) moves += 1;
  if (anew || kept.epoch !== hello.epoch || kept.at === undefined) kept.at = hello.at;
  if (anew) looked = 0;
  kept.epoch = hello.epoch;
  if (hello.seat) kept.seat = hello.seat;
  // The owner’s hello says how others come in.
  kept.owns = Boolean(hello.code);
  if (hello.code) Object.assign(kept, { code: hello.code, page: hello.page });
  keep();
  // An order sent into the dark is sent again under its id: it is done once.
  for (const { id, ask } of kept.unsent) transmit(id, ask);
  hears.entered();
};

const news = (told) => {
  kept.at = told.at;
  if (!(told.seats || told.settings || told.taken_out)) moves += 1;
  keep();
  hears.news(told);
};

/** How long an order waits that the table’s storage did not take, in milliseconds. */
const AGAIN = 3000;

const answered = (frame) => {
  // It may yet be carried out: it is sent again under its id, and done once.
  const unsent = kept.unsent.find((order) => order.id === frame.id);
  if (frame.unknown && unsent) {
    network(frame.unknown.why);
    setTimeout(() => transmit(unsent.id, unsent.ask), AGAIN);
    return;
  }
  if (unsent) network("");
  const wait = waits.get(frame.id);
  waits.delete(frame.id);
  const before = kept.unsent.length;
  kept.unsent = kept.unsent.filter((order) => order.id !== frame.id);
  if (kept.unsent.length !== before) keep();
  if (wait) wait.done(frame);
  else hears.answered(frame);
};

const transmit = (id, ask) =>
  said && wire.send(JSON.stringify({ id, seen: Math.max(kept.at ?? 0, looked), ask }));

const asks = (request, change) =>
  new Promise((done) => {
    const id = random();
    if (change) {
      kept.unsent.push({ id, ask: request });
      keep();
    }
    waits.set(id, { done, change });
    if (!transmit(id, request) && !change) {
      waits.delete(id);
      done({ error: { why: "There is no connection now." } });
    }
  });

/** Asks the table for what changes nothing. */
export const ask = (request) => asks(request, false);

/** Asks for a change until nothing stands in its way but what is `fine` to have happened. */
const until = async (request, fine) => {
  for (;;) {
    const [before, at] = [moves, kept.at];
    const answer = await asks(request, true);
    if (!answer.gone_on || kept.at === at || !fine(before)) return answer;
  }
};

/** Asks the table for a change, which is kept until it is answered. Where the battle
 * stands as it stood, and somebody only sat down, it is asked again. */
export const change = (request) => until(request, (before) => moves === before);

/** What the owner asks has nothing to do with how the battle stands. */
export const owner = (what) => until({ owner: what }, () => true);
