// Greek names in Latin letters (`Ἑλλάς` as `Hellas`), unless the player wants Greek letters. The
// rules are those of `i18n/latin.rs`.

import { load, store } from "./storage.js";

const STORAGE_KEY = "trierarch/names";
let isGreek = Boolean(load(STORAGE_KEY).greek);
export const isGreekShown = () => isGreek;
export const showGreek = (is) => {
  isGreek = is;
  store(STORAGE_KEY, { greek: is });
};

const GREEK = /[\u0370-\u03ff\u1f00-\u1fff]/;
const ROUGH = "\u0314";
const APART = "\u0308";
const SOUNDS = {
  α: "a", β: "b", γ: "g", δ: "d", ε: "e", ζ: "z", η: "e", θ: "th", ι: "i", κ: "k", λ: "l", μ: "m", ν: "n", ξ: "x", ο: "o", π: "p",
  ρ: "r", σ: "s", ς: "s", τ: "t", υ: "y", φ: "ph", χ: "ch", ψ: "ps", ω: "o",
};
const isVowel = (letter) => "αεηιουω".includes(letter);

/** A letter without its diacritics, and the ones that matter. */
const letterOf = (whole) => {
  if (!GREEK.test(whole)) return { whole, greek: null };
  const parts = [...whole.normalize("NFD")];
  const base = parts.find((part) => GREEK.test(part) && part.toLowerCase() in SOUNDS);
  return {
    whole, greek: base?.toLowerCase() ?? null, capital: base !== undefined && base !== base.toLowerCase(),
    rough: parts.includes(ROUGH), apart: parts.includes(APART), isMark: base === undefined,
  };
};

const sound = (letter, second, next) => {
  if (letter === "γ" && ["γ", "κ", "ξ", "χ"].includes(next)) return "n";
  return letter === "υ" && second ? "u" : SOUNDS[letter];
};

/** The h of a rough breathing, before a vowel or after a rho. */
const breathe = (text, at, letter) => {
  if (letter === "ρ") return `${text}h`;
  const rest = text.slice(at);
  const isCapital = rest[0] !== rest[0].toLowerCase();
  return text.slice(0, at) + (isCapital ? `H${rest.toLowerCase()}` : `h${rest}`);
};

export const latin = (text) => {
  if (isGreek || !GREEK.test(text)) return text;
  const letters = [...text].map(letterOf);
  let made = "";
  // The start of the previous vowel: the h of a diphthong is before its first letter.
  let vowelAt = null;
  letters.forEach(({ whole, greek, capital, rough, apart, isMark }, at) => {
    if (greek === null) {
      vowelAt = null;
      if (!isMark) made += whole;
      return;
    }
    const before = letters[at - 1]?.greek ?? "";
    const second = !apart && "ιυ".includes(greek) && before !== "" && isVowel(before);
    const starts = made.length;
    const heard = sound(greek, second, letters[at + 1]?.greek);
    made += capital ? heard[0].toUpperCase() + heard.slice(1) : heard;
    if (rough || (greek === "ρ" && before === "ρ")) made = breathe(made, second ? vowelAt ?? starts : starts, greek);
    vowelAt = isVowel(greek) ? starts : null;
  });
  return made;
};
