// The whole program, where the host has its page and this device can run it: whoever has a
// seat goes there, unless this page is wanted.

import { kept, keep } from "./line.js";
import { has } from "./asked.js";
import { isLight, isOwners, link, namedTable } from "./words.js";

const PROGRAM = ["window/trierarch.js", "window/trierarch_bg.wasm"];
const address = () => `window/#room/${encodeURIComponent(namedTable)}`;

const draws = () => {
  const probe = document.createElement("canvas");
  return Boolean(probe.getContext("webgl2") || probe.getContext("webgl"));
};

let isThere = null;
/** Whether it can be had here. */
export const isWhole = () => {
  isThere ??= typeof WebAssembly === "object" && !isOwners && draws() ? has("window") : Promise.resolve(false);
  return isThere;
};

/** This page is wanted from now on, or no longer. */
export const wantsLight = (is) => {
  kept.light = is;
  keep();
};
if (isLight) wantsLight(true);

/** While somebody still types a name, the program is on its way. */
export const fetchesAhead = async () => {
  if (kept.light || !await isWhole()) return;
  for (const file of PROGRAM) fetch(file, { priority: "low" }).then((answer) => answer.blob()).catch(() => {});
};

/** Goes there from a seat, if that is wanted; whether it goes. Back leads to where one came from. */
export const goesWhole = async () => {
  if (kept.light || !await isWhole()) return false;
  location.replace(address());
  return true;
};

/** The way there from this page. */
export const linkToWhole = () => {
  const way = link("Play on in the whole program", address());
  way.addEventListener("click", () => wantsLight(false));
  return way;
};
