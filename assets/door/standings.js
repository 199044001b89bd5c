// Who stands where in a hall, and what came of its tables.

import { $, capital, make, tell } from "./words.js";

const row = (cells) => make("tr", cells.map((cell) => make("td", String(cell))));

const told = (result) => {
  const [a, b] = result.sides.map((side) => (side.player ? `${side.player} (${side.fleet})` : side.fleet));
  const end = { A: `victory: ${a}`, B: `victory: ${b}`, draw: "a draw" }[result.winner] ?? "not fought to the end";
  const day = new Date(result.when * 1000).toLocaleDateString();
  return `${day} · ${capital(tell({ word: result.system }))} · ${a} against ${b}: ${end}`;
};

const response = await fetch("results").catch(() => null);
if (response?.ok) {
  const { results, standings } = await response.json();
  $("standings").replaceChildren(...standings.map((one) =>
    row([one.player, one.played, one.won, one.drawn, one.lost])));
  if (!standings.length) $("network").textContent = "No battle between two people has been fought to its end yet.";
  const rows = results.map((result) => make("li", told(result)));
  $("results").replaceChildren(...(rows.length ? rows : [make("li", "No table has been closed yet.")]));
} else {
  $("network").textContent = "The hall cannot be reached now.";
}
