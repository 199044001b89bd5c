// Requests without a seat: the server's state, its tables, its battles, and opening a table.

import { capital } from "./words.js";

/** The server’s answer; null if there is none. */
export const asked = async (path) => {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
};
/** Whether the server has a property, such as `hall` for many tables. */
export const has = async (what) => Boolean((await asked("/health"))?.[what]);

/** Opens a table. Returns its name, codes and owner’s token, or the reason for the failure. The
 * same key opens one table, however often it is sent. */
export const makeTable = async (wish) => {
  const response = await fetch("/tables", {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish),
  }).catch(() => null);
  if (!response) return { why: "The page cannot reach the server. Try again." };
  const answer = await response.json();
  return answer.table ? answer : { why: `${capital(answer.error?.why ?? "the server did not open the table")}.` };
};
