// The lobby: the list of tables on a server with many, opening a table, and taking a seat.

import { load, storageKey, store } from "./storage.js";
import { asked, has, makeTable } from "./lookup.js";
import { invitation } from "./invite.js";
import { showSheet } from "./sheet.js";
import {
  $, NAME_STORAGE_KEY, button, gameName, isOwners, isScreen, link, longCode, make, namedTable, random, takeSeat,
} from "./words.js";
import { showCodeForm } from "./screen.js";
import { connect, giveUpSeat, ownerStorageKey, save, showNetwork, stored } from "./connection.js";

const tables = () => asked("/tables");
const sides = { A: "side A", B: "side B", both: "both sides", onlooker: "a spectator’s seat" };
export const seatInWords = (seat) => sides[seat] ?? seat;

/** The links to other pages of the server. */
export const showPlaces = async () => {
  const owner = load(ownerStorageKey);
  const places = [];
  if (isScreen) return;
  const page = isOwners ? owner.page : stored.owns && stored.page;
  if (page) places.push(link("Show it on a large screen", `watch${page.slice(1)}`));
  if (isOwners) places.unshift(link("Join this table", `#${namedTable}`));
  else if (owner.token && !stored.owns) places.push(link("The owner’s page", `#${namedTable}/owner`));
  if (namedTable && await has("hall")) places.push(link("All tables", "."));
  // At a table the links are below the log.
  $("places").replaceChildren(...places);
  $("elsewhere-links").replaceChildren(...places.map((place) => place.cloneNode(true)));
};

/** The time before the page is loaded again if a module did not arrive, in milliseconds. */
const RELOAD_DELAY = 3000;
let tableModules;
/** Connects to the table, once its modules are loaded. */
const enter = () => tableModules.then(connect, () => {
  showNetwork("Connection lost: trying again…");
  setTimeout(() => location.reload(), RELOAD_DELAY);
});

const hide = () => {
  for (const id of ["lobby", "join", "waiting", "table"]) $(id).hidden = true;
};

/** A side with its letter, its nation and its player. */
const seatOf = (row, seat) => {
  const people = row.sides?.[seat === "A" ? 0 : 1];
  // `trierarch host` shows no names to visitors without a code.
  const name = row.names?.[seat] ?? row.names?.both;
  const free = row.free.includes(seat) ? "free" : "taken";
  const occupant = name === undefined ? free : `taken by ${name || "another player"}`;
  return `Side ${seat}${people ? `: ${people}` : ""} · ${occupant}`;
};

const atTime = (seconds) => new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

/** The facts that distinguish tables of the same battle: name, sides, time of opening and
 * players. */
const describeTable = (row) => {
  const system = gameName(row.system);
  const round = `${system} · round ${row.round ?? "–"}`;
  const made = row.since ? [`opened at ${atTime(row.since)}`] : [];
  const over = row.over ? ["the battle is over"] : [];
  return {
    title: row.name || round,
    more: [...(row.name ? [round] : []), ...made, ...over].join(" · "),
    seats: ["A", "B"].map((seat) => seatOf(row, seat)),
  };
};

// Joining.

export const showJoin = async (why = "") => {
  hide();
  $("headline").textContent = "Trierarch";
  $("join").hidden = false;
  $("why").textContent = why;
  const code = longCode || load(ownerStorageKey).code || "";
  const field = $("join").elements.code;
  $("code").hidden = Boolean(longCode);
  field.required = !longCode;
  field.value ||= code;
  $("join").elements.name.value ||= load(NAME_STORAGE_KEY).name ?? "";
  if (isScreen) showCodeForm();
  showPlaces();
  await refreshJoin();
};

let isSeatChosen = false;
$("join").addEventListener("change", ({ target }) => { isSeatChosen ||= target.name === "seat"; });
/** Selects the first open seat, unless the selected seat is open. */
const preselect = (isOpen) => {
  const seats = [...$("join").elements.seat];
  const chosen = seats.find(({ checked }) => checked);
  if (isOpen(chosen) || (isSeatChosen && !chosen.disabled)) return;
  const open = seats.find(isOpen);
  if (open) open.checked = true;
};

/** Shows the battle, its players and the free seats, and keeps them up to date. */
const refreshJoin = async () => {
  const [all, isHall] = await Promise.all([tables(), has("hall")]);
  const row = all?.find(({ table }) => table === namedTable) ?? (namedTable ? undefined : all?.[0]);
  if (!row || $("join").hidden) return;
  const { title, more, seats } = describeTable(row);
  $("headline").textContent = title;
  const [a, b] = row.sides ?? [];
  $("join-battle").textContent = [a && b ? `${a} against ${b}` : "", row.name ? more : ""].filter(Boolean).join(" · ");
  ["A", "B"].forEach((seat, at) => { $(`join-${seat}`).textContent = seats[at]; });
  const isFree = ({ value }) => value === "onlooker" || (value === "both" ? row.free.length === 2 : row.free.includes(value));
  // With `trierarch host` a visitor may request the seat of a player who is away.
  for (const radio of $("join").elements.seat) radio.disabled = isHall && !isFree(radio);
  preselect(isFree);
};
/** The interval between two updates of the form to join, in milliseconds. */
const JOIN_INTERVAL = 5000;
setInterval(() => { if (!$("join").hidden && !document.hidden) refreshJoin(); }, JOIN_INTERVAL);

$("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData($("join"));
  const typed = (longCode || form.get("code")).trim();
  $("why").textContent = "";
  // The owner's token, typed in place of a code, opens the owner's page.
  if (typed.length > 40) {
    store(ownerStorageKey, { ...load(ownerStorageKey), token: typed });
    location.hash = `${namedTable}/owner`;
    return;
  }
  const wish = { key: stored.key, code: typed, name: form.get("name"), seat: form.get("seat") };
  const answer = await (isScreen ? takeSeat(wish) : takeOwnSeat(wish, load(ownerStorageKey).token));
  if (!answer.token) {
    $("why").textContent = answer.why;
    refreshJoin();
    return;
  }
  if (!isScreen) store(NAME_STORAGE_KEY, { name: wish.name });
  const seat = { token: answer.token, seat: answer.seat, epoch: undefined, at: undefined, unsent: [] };
  if (isScreen) Object.assign(stored, { code: typed, table: answer.table });
  else if (isOwners || namedTable !== answer.table) {
    // The device then finds its seat under every address of the server.
    const there = storageKey(answer.table);
    store(there, { ...load(there), ...seat, key: wish.key });
    location.hash = answer.table;
    return;
  }
  Object.assign(stored, seat);
  save();
  hide();
  enter();
});

/** Takes a seat with the owner’s token, which stays valid, or with a code. */
const takeOwnSeat = async (wish, token) => {
  const { name, seat, table } = wish;
  const owned = token ? await takeSeat({ token, name, seat, ...(table ? { table } : {}) }) : null;
  return owned?.token && owned.seat !== "owner" ? owned : takeSeat(wish);
};

export const showWaiting = () => {
  hide();
  showNetwork("");
  $("waiting").hidden = false;
};
$("elsewhere").addEventListener("click", () => {
  giveUpSeat();
  showJoin();
});

/** Hides the table when it is closed. */
export const showClosed = () => {
  hide();
  $("headline").textContent = "The table is closed";
  showPlaces();
};

// The list of tables.

const list = async () => {
  const all = await has("hall") ? await tables() : null;
  if (!all) return false;
  const rows = all.map((row) => {
    const { title, more, seats } = describeTable(row);
    const named = link("", `#${row.table}`);
    const lines = [more, ...seats].flatMap((line) => [make("br"), make("small", line)]);
    named.append(make("strong", title), ...lines);
    // The owner of the table can also invite from here.
    const own = load(`${storageKey(row.table)}/owner`);
    const invites = own.code ? [button("Show code and link", () => showSheet(title, ...invitation(own)))] : [];
    return make("li", [named, ...invites]);
  });
  $("lobby-tables").replaceChildren(...(rows.length ? rows : [make("li", "No table is open.", { className: "none" })]));
  return true;
};

let battles = [];
const listBattles = async () => {
  battles = await asked("/battles") ?? [];
  const groups = new Map();
  battles.forEach((battle, at) => {
    const group = groups.get(battle.rules) ?? make("optgroup", "", { label: battle.rules });
    group.append(make("option", battle.name, { value: String(at) }));
    groups.set(battle.rules, group);
  });
  $("open").elements.battle.replaceChildren(...groups.values());
  showBattle();
};
const chosen = () => battles[Number($("open").elements.battle.value)];
const showBattle = () => {
  const battle = chosen();
  $("battle").textContent = battle ? `${battle.rules}, about ${battle.minutes} minutes (estimate). ${battle.summary}` : "";
};
$("open").elements.battle.addEventListener("change", showBattle);

/** The request to open a table: the battle, and the players’ own fleets, if any. */
const openingRequest = () => {
  const ready = chosen()?.open;
  if (!ready) return undefined;
  const own = ["own-A", "own-B"].map((name) => $("open").elements[name].value.trim());
  return { ...ready, sides: ready.sides.map((side, at) => own[at] || side) };
};
for (const field of $("open").querySelectorAll("input[type=file]")) {
  field.addEventListener("change", async () => {
    $("open").elements[field.dataset.of].value = await field.files[0]?.text() ?? "";
  });
}

let key = random();
$("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const why = (text) => { $("open-why").textContent = text; };
  why("");
  const answer = await makeTable({ key, name: $("open").elements.name.value, open: openingRequest() });
  if (!answer.table) return why(answer.why);
  key = random();
  const { table, owner: token, code, page } = answer;
  store(`${storageKey(table)}/owner`, { token, code, page });
  const { player, seat } = $("open").elements;
  const name = player.value.trim();
  const wish = { key: random(), code, name, seat: seat.value, table };
  const taken = name && seat.value ? await takeOwnSeat(wish, token) : {};
  if (taken.token) {
    store(NAME_STORAGE_KEY, { name });
    store(storageKey(table), { token: taken.token, seat: taken.seat, key: wish.key });
  }
  location.hash = taken.token ? table : `${table}/owner`;
  return undefined;
});

/** The interval between two updates of the visible lobby, in milliseconds. */
const LOBBY_INTERVAL = 15000;

const showLobby = async () => {
  if (!await list()) return showJoin();
  hide();
  $("headline").textContent = "Tables";
  $("lobby").hidden = false;
  listBattles();
  $("open").elements.player.value ||= load(NAME_STORAGE_KEY).name ?? "";
  showPlaces();
  const refreshList = () => { if (!document.hidden) list(); };
  setInterval(refreshList, LOBBY_INTERVAL);
  document.addEventListener("visibilitychange", refreshList);
  return undefined;
};

addEventListener("hashchange", () => location.reload());

/** The table of `trierarch host`, if this device already has a seat at it. */
const seatHere = async () => {
  if (namedTable || await has("hall")) return null;
  const [only] = await tables() ?? [];
  return only && load(storageKey(only.table)).token ? only.table : null;
};

/** Shows the first page: the table if the device has a seat, otherwise the form to join or the list
 * of tables. `modules` is the promise of the modules of the table. */
export const start = async (modules) => {
  tableModules = modules;
  // A failure counts only once the table is opened.
  modules.catch(() => {});
  showPlaces();
  if (isScreen) {
    document.body.classList.add("screen");
    if (stored.token) return enter();
    await showJoin();
    if (longCode) $("join").requestSubmit();
    return undefined;
  }
  const found = stored.token ? null : await seatHere();
  if (found) location.hash = found;
  else if (stored.token) enter();
  else if (isOwners) location.hash = namedTable;
  else if (namedTable) showJoin();
  else showLobby();
  return undefined;
};
