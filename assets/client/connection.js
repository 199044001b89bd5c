// The connection to a table: a client of the protocol in docs/handbook/protocol.md. Each change is
// carried out once, however often the connection is lost.

import { load, storageKey, store } from "./storage.js";
import { ReconnectingSocket } from "./socket.js";
import { $, isOwners, isScreen, namedTable, random } from "./words.js";

export const seatStorageKey = storageKey(namedTable);
export const ownerStorageKey = `${seatStorageKey}/owner`;
const currentStorageKey = isScreen ? `${seatStorageKey}/watch` : isOwners ? ownerStorageKey : seatStorageKey;

/** The data that survive a reload: the token, the last event, unanswered orders. */
export const stored = load(currentStorageKey);
export const save = () => store(currentStorageKey, stored);
stored.key ??= random();
stored.unsent ??= [];
save();

let socket = null;
/** Whether the server has answered the hello of the present connection. */
let isGreeted = false;
/** The number of events that concern the battle, not only the seats or settings. */
let battleEvents = 0;
/** The number of the last change that the page shows. */
let lastSeen = 0;
export const markSeen = (at) => { lastSeen = Math.max(lastSeen, at ?? 0); };
/** The requests that are not answered, by their ids. */
const pending = new Map();
/** The ids of the requests that were sent over the present connection and are not answered. */
const inFlight = new Set();

/** The page's handlers of frames and of the end of the connection. */
let handlers = {};
export const setHandlers = (all) => { handlers = all; };

export const showNetwork = (text) => { $("network").textContent = text; };

export const connect = () => {
  socket?.stop();
  isGreeted = false;
  inFlight.clear();
  socket = stored.token ? new ReconnectingSocket(stored.token, onSocket) : null;
};

const onSocket = (what, text) => {
  if (what === "open") socket.send(JSON.stringify({ hello: stored.epoch ? { epoch: stored.epoch, seen: stored.at } : {} }));
  else if (what === "text") onFrame(JSON.parse(text));
  else {
    onCut();
    if (what === "end") onEnd(Number(text));
    else showNetwork("Connection lost: trying again…");
  }
};

/** Queries fail, and the page reads again after the next hello; orders stay stored. */
const onCut = () => {
  isGreeted = false;
  inFlight.clear();
  for (const [id, wait] of pending) {
    if (!wait.change) {
      pending.delete(id);
      wait.done({ error: { why: "The connection was lost." } });
    }
  }
};

/** Gives up the seat. The key is replaced, because the old one would return the old token. */
export const giveUpSeat = () => {
  delete stored.token;
  stored.key = random();
  stored.unsent = [];
  save();
  connect();
  showNetwork("");
};

const onEnd = (code) => {
  if (code === 4404) {
    showNetwork("");
    handlers.closed();
  } else {
    giveUpSeat();
    handlers.left(code === 4403 ? "The table’s owner has refused your request." : "You no longer have this seat.");
  }
};

const onFrame = (frame) => {
  if (frame.waiting) handlers.waiting();
  else if (frame.hello) onHello(frame.hello, false);
  else if (frame.reset) onHello(frame.reset, true);
  else if (frame.news) onNews(frame.news);
  else if (frame.asks) handlers.asks(frame.asks);
  else if (frame.presence) handlers.presence(frame.presence);
  else if (frame.id) onAnswer(frame);
  else {
    const trouble = frame.warning ?? frame.stalled ?? frame.error;
    if (trouble) showNetwork(trouble.why);
  }
};

const onHello = (hello, isReset) => {
  isGreeted = true;
  showNetwork(hello.why ?? "");
  // After a hello the later events follow; after a reset everything is read again.
  if (isReset) battleEvents += 1;
  if (isReset || stored.epoch !== hello.epoch || stored.at === undefined) stored.at = hello.at;
  if (isReset) lastSeen = 0;
  stored.epoch = hello.epoch;
  if (hello.seat) stored.seat = hello.seat;
  // The owner’s hello has the code and the link for other players.
  stored.owns = Boolean(hello.code);
  if (hello.code) Object.assign(stored, { code: hello.code, page: hello.page });
  save();
  // An unanswered order is sent again with its id, so it is carried out once. A hello also comes
  // when a shared device is passed; then these orders have been sent already.
  for (const { id, ask } of stored.unsent) if (!inFlight.has(id)) transmit(id, ask);
  handlers.hello();
};

const onNews = (event) => {
  stored.at = event.at;
  if (!(event.seats || event.settings || event.taken_out)) battleEvents += 1;
  save();
  handlers.news(event);
};

/** The time before an order that may not be stored is sent again, in milliseconds. */
const RESEND_DELAY = 3000;

const onAnswer = (frame) => {
  inFlight.delete(frame.id);
  // The order may still be carried out, so it is sent again with its id.
  const unsent = stored.unsent.find((order) => order.id === frame.id);
  if (frame.unknown && unsent) {
    showNetwork(frame.unknown.why);
    setTimeout(() => transmit(unsent.id, unsent.ask), RESEND_DELAY);
    return;
  }
  if (unsent) showNetwork("");
  const wait = pending.get(frame.id);
  pending.delete(frame.id);
  const before = stored.unsent.length;
  stored.unsent = stored.unsent.filter((order) => order.id !== frame.id);
  if (stored.unsent.length !== before) save();
  wait?.done(frame);
};

const transmit = (id, ask) => {
  const isSent = isGreeted && socket.send(JSON.stringify({ id, seen: Math.max(stored.at ?? 0, lastSeen), ask }));
  if (isSent) inFlight.add(id);
  return isSent;
};

const send = (request, change, id = random()) =>
  new Promise((done) => {
    if (change) {
      stored.unsent.push({ id, ask: request });
      save();
    }
    pending.set(id, { done, change });
    if (!transmit(id, request) && !change) {
      pending.delete(id);
      done({ error: { why: "The page is not connected to the table." } });
    }
  });

/** Sends a query, which changes nothing. */
export const ask = (request) => send(request, false);

/** Sends a change, again after each newer event, as long as `mayResend` allows it. It keeps its id,
 * so that the server carries it out once. */
const changeWhile = async (request, mayResend) => {
  const id = random();
  for (;;) {
    const [before, at] = [battleEvents, stored.at];
    const answer = await send(request, true, id);
    if (!answer.gone_on || stored.at === at || !mayResend(before)) return answer;
  }
};

/** Sends a change, which is stored until it is answered. If the newer events only concern seats,
 * not the battle, it is sent again. */
export const change = (request) => changeWhile(request, (before) => battleEvents === before);

/** Sends a request of the owner, which does not depend on the battle. */
export const changeAsOwner = (what) => changeWhile({ owner: what }, () => true);
