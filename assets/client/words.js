// Helpers of all modules: elements, random texts, and messages as text. Content is always inserted
// as text, never as HTML.

import { latin } from "./latin.js";

export const $ = (id) => document.getElementById(id);

/** An element with a text or with children. */
export const make = (tag, what = "", more = {}) => {
  const element = document.createElement(tag);
  if (Array.isArray(what)) element.append(...what.map((part) => (typeof part === "string" ? latin(part) : part)));
  else element.textContent = typeof what === "string" ? latin(what) : what;
  if (more.ariaLabel) more.ariaLabel = latin(more.ariaLabel);
  return Object.assign(element, more);
};

export const button = (text, tap, className = "") => {
  const made = make("button", text, { type: "button", className });
  made.addEventListener("click", tap);
  return made;
};

/** An element of a drawing. */
export const drawn = (tag, attributes, children = []) => {
  const element = document.createElementNS($("tip").namespaceURI, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

export const link = (text, href) => make("a", text, { href });

/** Replaces the children of an element. Children that have not changed stay, so that the focus and
 * a touch on them are not lost. */
export const place = (where, made) => {
  made.forEach((each, at) => {
    const old = where.children[at];
    const both = old?.tagName === "SECTION" && each.tagName === "SECTION";
    if (!old) where.append(each);
    else if (both) {
      old.className = each.className;
      place(old, [...each.children]);
    }
    else if (!old.isEqualNode(each)) old.replaceWith(each);
  });
  while (where.children.length > made.length) where.lastElementChild.remove();
};

/** Random text: for keys and ids. */
export const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// The server sends texts for people as templates with arguments.

const JOINTS = {
  "comma": [", ", ", "], "and": [", ", " and "], "or": [", ", " or "], "semicolon": ["; ", "; "],
  "arrow": [" → ", " → "], "dot": [" · ", " · "], "space": [" ", " "],
};
/** The full forms of the rules’ abbreviations, the same as in the window (`rules/keyword.rs`). */
const WHOLE = { cq: "crew quality", bw: "backing water" };
/** The games by their full names. */
const GAMES = {
  "greek-fire": "Greek Fire", "chicken-of-the-sea": "Chicken of the Sea", "ancient-naval-games": "Ancient Naval Games",
  "fast-play-salamis": "Fast Play Salamis", "command-and-chaos": "Command & Chaos",
};
export const gameName = (system) => GAMES[system] ?? capital(tell({ word: system }));
/** `Corinth’s`, `The Corinthians’`. */
export const possessive = (name) => `${name}${/s$/i.test(name) ? "’" : "’s"}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const tell = (say) => {
  if (say === null || say === undefined) return "";
  if (typeof say === "number") return String(say).replace("-", "−");
  if (typeof say === "string") return latin(say);
  if ("name" in say) return latin(say.name);
  if ("word" in say) return WHOLE[say.word] ?? say.word.replace(/[-_]/g, " ");
  if ("list" in say) {
    const [between, last] = JOINTS[say.joint] ?? JOINTS.comma;
    const items = say.list.map((item) => (say.joint === "space" ? capital(tell(item)) : tell(item)));
    return items.map((item, at) => (at === 0 ? "" : at + 1 === items.length ? last : between) + item).join("");
  }
  const template = "count" in say ? (say.count === 1 ? say.one : say.many) : say.say;
  const given = new Map(say.with ?? []);
  return (template ?? "").replace(/\{([^{}]*)\}/g, (whole, name) => (given.has(name) ? tell(given.get(name)) : whole));
};

/** The reason why a request was not carried out, in words. */
export const whyNot = (answer) => {
  if (answer.gone_on) return "The battle has changed. Check the table, then give the order again.";
  const said = answer.refused ?? answer.hidden ?? answer.unknown ?? answer.error;
  if (!said) return "";
  const why = capital(tell(said.why));
  return said.rule ? `${why} (${said.rule})` : why;
};

/** A number with a typographic minus sign. */
export const signed = (amount) => `${amount < 0 ? "−" : "+"}${Math.abs(amount)}`;

/** The faces of a roll, its modifiers, and the sum. */
const dice = ({ faces, natural, modifiers }) => {
  const sum = (modifiers ?? []).reduce((all, one) => all + one.amount, 0);
  const shown = faces.length ? faces.join(" ") : natural ?? "–";
  return sum ? `${shown} ${sum < 0 ? "−" : "+"} ${Math.abs(sum)}` : `${shown}`;
};

/** A row of the log as elements: the order and its outcome, its dice, its effects. */
export const logged = (row) => {
  const rolls = row.rolls.map((roll) => `${tell(roll.for)} ${roll.throw}: ${dice(roll)}`).join("; ");
  const warnings = row.warnings.map((warning) => `${capital(tell(warning))}.`);
  const more = [rolls && `${capital(rolls)}.`, ...row.sentences.map(tell), ...warnings].filter(Boolean);
  const lines = [make("strong", capital(tell(row.headline)))];
  if (more.length) lines.push(make("p", more.join(" ")));
  if (row.note) lines.push(make("p", `“${row.note}”`));
  return lines;
};

/** The parts of the address: #TABLE, #TABLE.CODE from a QR code, or #TABLE/owner. */
export const [namedTable, longCode, isOwners] = (() => {
  const [, table, code, of] = /^([^./]*)(?:\.([^/]*))?(?:\/(owner))?/.exec(location.hash.slice(1));
  return [table, code ?? "", of === "owner"];
})();

/** Whether the page is the one for a big screen. */
export const isScreen = location.pathname.endsWith("/watch");

/** Where the player’s name is stored for the next table. */
export const NAME_STORAGE_KEY = "trierarch/name";

/** Requests a seat. Returns the answer, or a sentence with the reason for the failure. */
export const takeSeat = async (wish) => {
  try {
    const response = await fetch("/seat", {
      method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify(namedTable ? { table: namedTable, ...wish } : wish),
    });
    const answer = await response.json();
    return answer.token ? answer : { why: `${capital(answer.error?.why ?? "the server gave no seat")}.` };
  } catch {
    return { why: "The page cannot reach the table. Check that this device is on the same network." };
  }
};
