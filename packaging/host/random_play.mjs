// A random player on the page: gives any order that the page offers, rare ones first, and reads
// only the page.

import { answerTo } from "./devices.mjs";

/** Plays a number of steps. Returns the orders given and the faults. */
export const playAtRandom = (page, steps, seed) => page.evaluate(async ([steps, seed]) => {
  let state = seed;
  const below = (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  const any = (list) => list[below(list.length)];
  const $ = (id) => document.getElementById(id);
  const shown = (where, what) => [...where.querySelectorAll(what)].filter((one) => one.checkVisibility() && !one.disabled);
  const given = {};
  const faults = [];
  /** One of the open orders, usually one that was not yet given. */
  const rarest = (list, kindOf) => {
    const fresh = list.filter((one) => !given[kindOf(one)]);
    return any(fresh.length && below(4) > 0 ? fresh : list);
  };

  /** Waits until no request is pending. */
  const idle = async (until = () => true) => {
    const begun = Date.now();
    do {
      await new Promise((done) => { setTimeout(done, 10); });
      if (Date.now() - begun > 30_000) throw new Error(`nothing more happens at “${document.body.innerText.slice(0, 200)}”`);
    } while (document.querySelector("[aria-busy=true]") || !until());
  };
  const fill = (form) => {
    for (const input of shown(form, "input, select")) {
      if (input.tagName === "SELECT") {
        const open = [...input.options].filter((option) => !option.disabled && option.value !== "");
        if (open.length && (input.value === "" || below(3) === 0)) input.value = any(open).value;
      } else if (input.type === "radio") {
        const group = shown(form, `input[name="${input.name}"]`);
        if (input === group[0] && (!group.some(({ checked }) => checked) || below(3) === 0)) any(group).checked = true;
      } else if (input.type === "checkbox") input.checked = below(3) === 0 ? !input.checked : input.checked;
      else if (input.type === "number") input.value = String(Number(input.min || 0) + below(3));
      else if (input.value === "") input.value = "so it stands on the table";
    }
    form.dispatchEvent(new Event("input"));
    for (const asked of shown(form, ".asked")) asked.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** Gives the order of the open form, if its button is enabled. */
  const giveOrder = async () => {
    const form = $("order");
    if (!form) return;
    await idle();
    const { kind } = form.dataset;
    for (let tries = 0; tries < 4 && $("order") === form; tries += 1) {
      if (tries > 0 || below(2) === 0) fill(form);
      await idle();
      const roll = shown($("act"), "button[form=order]")[0];
      if (!roll) continue;
      roll.click();
      await idle(() => $("order") !== form || !roll.disabled);
      if ($("order") === form) {
        // A refusal that names a rule is not a fault: it depends on a secret.
        const why = $("act").querySelector("[role=alert]").textContent;
        if (!why.endsWith(")")) faults.push(`${kind}: ${why}`);
      } else given[kind] = (given[kind] ?? 0) + 1;
      break;
    }
  };
  const count = (kind) => { given[kind] = (given[kind] ?? 0) + 1; };
  const openOrders = async () => {
    const tab = any(["own", "other"]);
    const from = any([...document.querySelectorAll(`#pane-${tab} button.card`)]);
    if (!from) return;
    from.click();
    await idle(() => !$("sheet-body").textContent.endsWith("…"));
    const orders = shown($("sheet-body"), "button.card");
    // These end the battle.
    const ends = ["resign", "cede", "concede", "agree-result"];
    const some = orders.filter(({ dataset: { kind } }) => !ends.includes(kind));
    rarest(some, ({ dataset: { kind } }) => kind)?.click();
    await giveOrder();
  };
  /** Opens a step of the turn card; a step without questions is given at once. */
  const openStep = async (steps) => {
    const step = rarest(steps, ({ dataset: { kind } }) => kind);
    const { kind } = step.dataset;
    step.click();
    await idle();
    if ($("order")) await giveOrder();
    else count(kind);
  };
  const tapUnit = async () => {
    any(shown($("pane-table"), ".token"))?.click();
    await idle();
  };
  for (let step = 0; step < steps; step += 1) {
    await idle();
    const asked = shown($("asked"), ".answer, button.main");
    const hand = shown($("hand"), "button");
    const next = shown($("act"), "button.next");
    const own = shown($("stage"), ".step");
    if (asked.length) any(asked).click();
    else if (hand.length && ($("table").dataset.covered === "true" || below(12) === 0)) any(hand).click();
    else if (own.length && below(2) === 0) await openStep(own);
    else if (next.length && below(2) === 0) {
      next[0].click();
      await idle();
      if ($("order")) await giveOrder();
      else count("next");
    } else if (below(2) === 0) await tapUnit();
    else await openOrders();
    await idle();
    if ($("sheet").open) $("sheet-close").click();
    if ($("order")) shown($("act"), "button").find(({ textContent }) => textContent === "Back").click();
  }
  return { given, faults };
}, [steps, seed]);

/** The kinds of order in the battle. */
export const kindsOf = async (page) => {
  const { view } = await answerTo(page, { view: {} });
  const words = await page.evaluate(async (system) => (await fetch(`/meanings/${encodeURIComponent(system)}`)).json(), view.system);
  return words.filter(({ sort }) => sort === "order").map(({ word }) => word);
};
