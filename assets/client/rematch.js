// A rematch: the same fleets at a new table of the server. Only the two players get the key of that
// table, so that they meet there.

import { asked, has, makeTable } from "./lookup.js";
import { ask } from "./connection.js";
import { now, otherSide } from "./table.js";
import { storageKey, store } from "./storage.js";
import { NAME_STORAGE_KEY, namedTable, random, takeSeat, whyNot } from "./words.js";

/** Whether a rematch is possible: for a player, on a server with many tables. */
export const canRematch = () => (namedTable && now.view.rematch ? has("hall") : Promise.resolve(false));

/** The request that opened the finished battle, without its dice. */
const opening = async () => {
  const answer = await ask({ tell: "file" });
  if (!answer.ok) return { why: whyNot(answer) };
  // Without these keys, those of the ready battle between the fleets would be used.
  const { system, sides, options, aim = null, special_order: special = null } = JSON.parse(answer.ok.told.file).opening;
  return { open: { system, sides, options, aim, special_order: special } };
};

/** The seat at the new table: the requested one, or the other side if it is taken. */
const seatAt = async (table, wanted) => {
  const row = (await asked("/tables"))?.find((one) => one.table === table);
  const isFree = (seat) => !row || (seat === "both" ? row.free.length === 2 : row.free.includes(seat));
  const isNew = !row || row.free.length === 2;
  return { seat: isFree(wanted) || wanted === "both" ? wanted : otherSide(wanted), isNew };
};

/** Opens the table, or finds the one that the other player has opened, and takes a seat. Then the
 * page moves there. If it fails, returns the reason. */
export const rematch = async (isExchanged) => {
  const { open, why } = await opening();
  if (!open) return why;
  const { seat: own, rematch: key } = now.view;
  const made = await makeTable({ key, name: "Rematch", open });
  if (!made.table) return made.why;
  const { table, code, page, owner } = made;
  const { seat, isNew } = await seatAt(table, isExchanged && own !== "both" ? otherSide(own) : own);
  const name = now.view.seats.find((one) => one.seat === own)?.name ?? "";
  // The player who opens the table owns it.
  const owned = isNew ? await takeSeat({ token: owner, name, seat, table }) : {};
  const ownKey = random();
  const taken = owned.seat === seat ? owned : await takeSeat({ key: ownKey, code, name, seat, table });
  if (!taken.token) return taken.why;
  if (owned.seat === seat) store(`${storageKey(table)}/owner`, { token: owner, code, page });
  store(storageKey(table), { token: taken.token, seat: taken.seat, key: ownKey });
  store(NAME_STORAGE_KEY, { name });
  location.hash = table;
  return "";
};
