// What a host answers without a seat: its health, its tables, its battles, a new table.

import { capital } from "./words.js";

/** What the host answers; null where it does not. */
export const asked = async (path) => {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
};
/** Whether the host says this of itself: a hall has many tables. */
export const has = async (what) => Boolean((await asked("/health"))?.[what]);

/** Opens a table of a hall: its name, codes and owner’s token, or why there is none. The same
 * key is one table, however often it is asked for. */
export const makesTable = async (wish) => {
  const response = await fetch("/tables", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
  }).catch(() => null);
  if (!response) return { why: "The page cannot reach the server. Try again." };
  const answer = await response.json();
  return answer.table ? answer : { why: `${capital(answer.error?.why ?? "The server opened no table")}.` };
};
