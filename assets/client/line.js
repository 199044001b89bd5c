// The connection to a table: a client of the protocol in docs/handbook/protocol.md. Each change is
// carried out once, however often the network is cut.

import { load, storageKey, store } from "./storage.js";
import { Wire } from "./wire.js";
import { $, isOwners, isScreen, namedTable, random } from "./words.js";

export const seatStorageKey = storageKey(namedTable);
export const ownerStorageKey = `${seatStorageKey}/owner`;
const currentStorageKey = isScreen ? `${seatStorageKey}/watch` : isOwners ? ownerStorageKey : seatStorageKey;

/** The data that survive a reload: the token, the last event, unanswered orders. */
export const kept = load(currentStorageKey);
export const keep = () => store(currentStorageKey, kept);
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
/** The ids of the requests that were sent over the present connection and are not answered. */
const inFlight = new Set();

/** The page's handlers of frames, by the key of the frame. */
let hears = {};
export const hear = (handlers) => { hears = handlers; };

export const network = (text) => { $("network").textContent = text; };

export const connect = () => {
  wire?.stop();
  said = false;
  inFlight.clear();
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

/** Queries are sent again after a lost connection; orders are stored. */
const cut = () => {
  said = false;
  inFlight.clear();
  for (const [id, wait] of waits) {
    if (!wait.change) {
      waits.delete(id);
      wait.done({ error: { why: "The connection was cut." } });
    }
  }
};

/** Gives up the seat. The key is replaced, because the old one would return the old token. */
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
  // After a hello the later events follow; after a reset everything is read again.
  if (anew) moves += 1;
  if (anew || kept.epoch !== hello.epoch || kept.at === undefined) kept.at = hello.at;
  if (anew) looked = 0;
  kept.epoch = hello.epoch;
  if (hello.seat) kept.seat = hello.seat;
  // The owner’s hello has the code and the link for other players.
  kept.owns = Boolean(hello.code);
  if (hello.code) Object.assign(kept, { code: hello.code, page: hello.page });
  keep();
  // An unanswered order is sent again with its id, so it is carried out once. A hello also comes
  // when a shared device is passed on; then these orders are on their way already.
  for (const { id, ask } of kept.unsent) if (!inFlight.has(id)) transmit(id, ask);
  hears.entered();
};

const news = (told) => {
  kept.at = told.at;
  if (!(told.seats || told.settings || told.taken_out)) moves += 1;
  keep();
  hears.news(told);
};

/** The time before an order is sent again that could not be stored, in milliseconds. */
const AGAIN = 3000;

const answered = (frame) => {
  inFlight.delete(frame.id);
  // It may still be carried out, so it is sent again with its id.
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

const transmit = (id, ask) => {
  const isSent = said && wire.send(JSON.stringify({ id, seen: Math.max(kept.at ?? 0, looked), ask }));
  if (isSent) inFlight.add(id);
  return isSent;
};

const asks = (request, change, id = random()) =>
  new Promise((done) => {
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

/** Sends a query, which changes nothing. */
export const ask = (request) => asks(request, false);

/** Sends a change, again after each newer event, as long as these events are `fine`. It keeps its
 * id, so that the server carries it out once. */
const until = async (request, fine) => {
  const id = random();
  for (;;) {
    const [before, at] = [moves, kept.at];
    const answer = await asks(request, true, id);
    if (!answer.gone_on || kept.at === at || !fine(before)) return answer;
  }
};

/** Sends a change, which is stored until it is answered. If the newer events only concern seats,
 * not the battle, it is sent again. */
export const change = (request) => until(request, (before) => moves === before);

/** Sends a request of the owner, which does not depend on the battle. */
export const owner = (what) => until({ owner: what }, () => true);
