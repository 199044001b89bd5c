// What the pages of the door share: elements, random texts, and how what a person
// reads is told. What is shown is put in as text, never as HTML.

export const $ = (id) => document.getElementById(id);

/** An element with a text or children in it. */
export const make = (tag, what = "", more = {}) => {
  const element = document.createElement(tag);
  if (Array.isArray(what)) element.append(...what);
  else element.textContent = what;
  return Object.assign(element, more);
};

/** Random text: for keys and ids. */
export const random = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// What a person reads comes as a template with its arguments.

const JOINTS = {
  "comma": [", ", ", "], "and": [", ", " and "], "or": [", ", " or "], "semicolon": ["; ", "; "],
  "arrow": [" → ", " → "], "dot": [" · ", " · "], "space": [" ", " "],
};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const tell = (say) => {
  if (say === null || say === undefined) return "";
  if (typeof say === "number") return String(say).replace("-", "−");
  if (typeof say === "string") return say;
  if ("name" in say) return say.name;
  if ("word" in say) return say.word.replace(/[-_]/g, " ");
  if ("list" in say) {
    const [between, last] = JOINTS[say.joint] ?? JOINTS.comma;
    const items = say.list.map((item) => (say.joint === "space" ? capital(tell(item)) : tell(item)));
    return items.map((item, at) => (at === 0 ? "" : at + 1 === items.length ? last : between) + item).join("");
  }
  const template = "count" in say ? (say.count === 1 ? say.one : say.many) : say.say;
  const given = new Map(say.with ?? []);
  return (template ?? "").replace(/\{([^{}]*)\}/g, (whole, name) => (given.has(name) ? tell(given.get(name)) : whole));
};

/** Why something was not done, in words. */
export const whyNot = (answer) => {
  if (answer.gone_on) return "The battle has gone on since: look again, and give the order once more.";
  const said = answer.refused ?? answer.hidden ?? answer.unknown ?? answer.error;
  if (!said) return "";
  return said.rule ? `${said.why} (${said.rule})` : said.why;
};

/** The address that a camera reads: #TABLE.CODE */
export const [namedTable, longCode] = (() => {
  const fragment = decodeURIComponent(location.hash.slice(1));
  const dot = fragment.indexOf(".");
  return dot < 0 ? [fragment, ""] : [fragment.slice(0, dot), fragment.slice(dot + 1)];
})();

/** Asks for a seat; the answer, or why there is none. */
export const takesSeat = async (wish) => {
  try {
    const response = await fetch("/seat", {
      method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify(namedTable ? { ...wish, table: namedTable } : wish),
    });
    const answer = await response.json();
    return answer.token ? answer : { why: answer.error?.why ?? "No seat was given." };
  } catch {
    return { why: "The table cannot be reached: is this device in the same network?" };
  }
};
