// A seat at a table, for a browser with nothing installed: a client of the door
// that docs/hosting.md tells of, and of nothing else. It computes no rule.

import { Wire, keepAs, keptAs, shelfOf } from "./wire.js";
import { $, longCode, make, namedTable, random, takesSeat, tell, whyNot } from "./words.js";

const shelf = shelfOf(namedTable);

/** What outlives a reload: the token, what was heard last, orders not answered. */
const kept = keptAs(shelf);
const keep = () => keepAs(shelf, kept);
kept.key ??= random();
kept.unsent ??= [];
keep();

// The connection.

let line = null;
let said = false;
let view = null;
let rows = new Map();
const waits = new Map();

const network = (text) => { $("network").textContent = text; };

const connect = () => {
  line?.stop();
  line = new Wire(kept.token, (what, text) => {
    said &&= what === "text";
    if (what === "open") line.send(JSON.stringify({ hello: kept.epoch ? { epoch: kept.epoch, seen: kept.at } : {} }));
    else if (what === "text") heard(JSON.parse(text));
    else cut(what, Number(text));
  });
};

/** What was only looked up is looked up again; orders are kept. */
const cut = (what, code) => {
  for (const [id, wait] of waits) {
    if (!wait.change) {
      waits.delete(id);
      wait.done({ error: { why: "The connection was cut." } });
    }
  }
  if (what === "cut") network("The connection is cut: trying again…");
  else if (code === 4404) network("The table is closed.");
  else {
    // Another key: the same would give the token that has ended.
    delete kept.token;
    kept.key = random();
    kept.unsent = [];
    keep();
    network(code === 4403 ? "The table’s owner said no." : "This seat is yours no longer.");
    showJoin();
  }
};

const heard = (frame) => {
  if (frame.waiting) network("Waiting for the table’s owner to let you in…");
  else if (frame.hello) entered(frame.hello, false);
  else if (frame.reset) entered(frame.reset, true);
  else if (frame.news) news(frame.news);
  else if (frame.asks) asked(frame.asks);
  else if (frame.warning) network(frame.warning.why);
  else if (frame.stalled) network(frame.stalled.why);
  else if (frame.id) answered(frame);
  else if (frame.error) network(frame.error.why);
};

/** Somebody asks the owner for a seat. */
const asked = ({ who, name, seat }) => {
  const id = `who-${who}`;
  if ($(id)) return;
  const says = async (yes) => {
    const answer = await ask({ owner: { admit: { who, yes } } }, true);
    if (answer.gone_on) return says(yes);
    $(id)?.remove();
    $("last").textContent = whyNot(answer);
    return undefined;
  };
  const seats = { A: "side A", B: "side B", both: "both sides", onlooker: "a place to look on" };
  $("asks").append(make("div", [
    make("p", `${name || "Somebody"} asks for ${seats[seat] ?? seat}.`),
    button("Let in", () => says(true), "main"), button("Refuse", () => says(false)),
  ], { id }));
};

/** What only the table’s owner does. */
const showOwner = () => {
  const owner = async (what, said = "Done.") => {
    const answer = await ask({ owner: what }, true);
    $("last").textContent = whyNot(answer) || (answer.ok?.code ? `The code is ${answer.ok.code}.` : said);
  };
  const held = view.seats.filter((one) => one.seat !== "owner");
  $("owner").hidden = false;
  $("owner-seats").replaceChildren(...held.map((one) => make("li", [
    make("span", `${one.seat}: ${one.name} `), button("Free the seat", () => owner({ unseat: { seat: one.seat } })),
  ])));
  $("new-code").onclick = () => owner({ new_code: {} });
  $("close").onclick = () => owner({ close: {} });
};

const entered = (hello, anew) => {
  said = true;
  network("");
  // What follows a hello is the news since; after a reset all is looked at anew.
  if (anew || kept.epoch !== hello.epoch || kept.at === undefined) kept.at = hello.at;
  if (kept.epoch !== hello.epoch) kept.epoch = hello.epoch;
  if (hello.seat) kept.seat = hello.seat;
  keep();
  // An order sent into the dark is sent again under its id: it is done once.
  for (const { id, ask } of kept.unsent) transmit(id, ask);
  look();
};

const news = (told) => {
  kept.at = told.at;
  keep();
  if (told.entry) {
    const words = told.entry.text.join(" ") || told.entry.brief;
    $("last").textContent = `${told.by}: ${words}`;
  }
  lookSoon();
};

const answered = (frame) => {
  const wait = waits.get(frame.id);
  waits.delete(frame.id);
  const before = kept.unsent.length;
  kept.unsent = kept.unsent.filter((order) => order.id !== frame.id);
  if (kept.unsent.length !== before) keep();
  if (wait) wait.done(frame);
  else if (whyNot(frame)) $("last").textContent = whyNot(frame);
};

const transmit = (id, ask) =>
  said && line.send(JSON.stringify({ id, seen: Math.max(kept.at ?? 0, view?.at ?? 0), ask }));

/** Asks the table; a change is kept until it is answered. */
const ask = (request, change = false) =>
  new Promise((done) => {
    const id = random();
    if (change) {
      kept.unsent.push({ id, ask: request });
      keep();
    }
    waits.set(id, { done, change });
    if (!transmit(id, request) && !change) {
      waits.delete(id);
      done({ error: { why: "There is no connection now." } });
    }
  });

// The table.

let looks = 0;
const lookSoon = () => {
  clearTimeout(looks);
  looks = setTimeout(look, 50);
};

const look = async () => {
  const [seen, log] = await Promise.all([ask({ view: {} }), ask({ journal: {} })]);
  if (!seen.ok || !log.ok) return;
  view = seen.ok.view;
  rows = log.ok;
  show();
  if (view.seat === "owner" || view.seat === "both") {
    const stands = await ask({ state: {} });
    rows.state = stands.ok?.state;
    showFile();
    keepFile();
  }
};

const show = () => {
  $("join").hidden = true;
  $("table").hidden = false;
  const names = view.sides.map((side) => side.name);
  const seat = { A: names[0], B: names[1], both: "both sides", onlooker: "looking on", owner: "the owner" }[view.seat];
  $("headline").textContent = tell(view.guide.headline);
  $("prompt").textContent = `${tell(view.guide.prompt)} · You: ${seat ?? view.seat}`;
  showAsked();
  $("next").replaceChildren(...view.guide.next.map((step) =>
    button(tell(step.label), () => openForm(step.subject, step.kind), "main")));
  $("cards").replaceChildren(...["A", "B"].map((side, at) => {
    const cards = view.cards.filter((card) => card.holder === side);
    const head = button(`${names[at]} (${side})`, () => openOrders({ side }));
    return make("section", [make("h2", [head]), ...cards.map(showCard)]);
  }));
  if (view.seat === "both") showHandOver();
  if (view.seat === "owner") showOwner();
  $("log").replaceChildren(...rows.journal.map((row) => {
    const words = row.text.join(" ") || row.brief || "a secret order";
    const note = row.note ? ` “${row.note}”` : "";
    return make("li", words + note, { className: row.undone ? "undone" : "" });
  }));
  $("undo").disabled = view.cursor === 0;
  $("redo").disabled = view.cursor === view.len;
};

const button = (text, tap, className = "") => {
  const made = make("button", text, { type: "button", className });
  made.addEventListener("click", tap);
  return made;
};

const showCard = (card) => {
  const out = typeof card.standing === "object" ? tell(card.standing.out) : "";
  const lines = [make("strong", `${card.tag} ${card.name}`), make("br"), make("small", tell(card.kind))];
  for (const gauge of card.gauges) lines.push(make("small", ` · ${tell(gauge.label)} ${gauge.value}/${gauge.full}`));
  for (const mark of card.marks) {
    lines.push(make("small", " · "), make("small", tell(mark.label), { className: mark.tone }));
  }
  if (out) lines.push(make("small", ` · ${out}`));
  const made = button("", () => openOrders({ unit: card.tag }), "card");
  made.replaceChildren(...lines);
  if (out) made.classList.add("out");
  if (card.standing === "active") made.classList.add("active");
  return made;
};

const showHandOver = () => {
  const to = ["A", "B", "both"].map((seat) =>
    button(`Hand over to ${seat}`, () => change({ hand_over: { to: seat } })));
  $("cards").prepend(make("nav", to));
};

/** The whole program as a page goes on at this seat, where the host has it. */
const offerWindow = async () => {
  const health = await fetch("/health").then((response) => response.json()).catch(() => ({}));
  $("window").href = `window/#room/${encodeURIComponent(namedTable)}`;
  $("window").hidden = !health.window;
};

/** An order or a step back that waits for an answer or a roll. */
const showAsked = () => {
  const waiting = view.declared;
  if (!waiting) return $("asked").replaceChildren();
  const lines = [make("p", tell(waiting.headline))];
  const plays = (side) => view.seat === "both" || view.seat === side || view.seat === "owner" || !side;
  if (waiting.asks) {
    lines.push(make("p", tell(waiting.asks.question)));
    if (plays(waiting.asks.of)) {
      for (const choice of waiting.asks.choices) {
        const answer = { of: waiting.of, field: waiting.asks.field, value: choice.value };
        const made = button(tell(choice.label), () => change({ answer }), "main");
        made.disabled = Boolean(choice.refused);
        lines.push(made);
        if (choice.refused) lines.push(make("p", tell(choice.refused.why)));
      }
    } else lines.push(make("p", `Waiting for side ${waiting.asks.of}.`));
  } else if (waiting.needs?.ask) {
    lines.push(make("p", tell(waiting.needs.ask.purpose)));
    if (plays(waiting.needs.by)) {
      const field = make("input", "", { type: "number", inputMode: "numeric" });
      field.setAttribute("aria-label", "Your roll");
      lines.push(
        button("Roll", () => change({ throw: { of: waiting.of, dice: [null] } }), "main"), field,
        button("Enter", () => {
          if (field.value !== "") change({ throw: { of: waiting.of, dice: [Number(field.value)] } });
        }));
    } else lines.push(make("p", `Waiting for side ${waiting.needs.by}.`));
  }
  if (waiting.can_be_withdrawn && plays(waiting.by)) {
    lines.push(button("Withdraw", () => change({ withdraw: { of: waiting.of } })));
  }
  return $("asked").replaceChildren(make("div", lines));
};

/** A change that is not an order of a form. */
const change = async (request) => {
  const answer = await ask(request, true);
  $("last").textContent = answer.waits ? `Side ${answer.waits.of} is asked.` : whyNot(answer);
  lookSoon();
};

$("undo").addEventListener("click", () => change({ undo: {} }));
$("redo").addEventListener("click", () => change({ redo: {} }));

// The battle's file, should the host's machine die: `trierarch host --battle FILE`
// goes on with it on another one.

let keeping = false;
const keepFile = async () => {
  const round = JSON.stringify(rows.state?.round ?? null);
  const holds = view.seat === "owner" || view.seat === "both";
  if (!holds || keeping || view.over || view.declared || round === kept.fileRound || view.cursor === 0) return;
  keeping = true;
  // Everybody is told that a file is taken out which holds what sides keep secret.
  const announced = await ask({ take_out: {} }, true);
  const answer = announced.ok ? await ask({ tell: "file" }) : announced;
  keeping = false;
  if (!answer.ok) return;
  kept.fileRound = round;
  keep();
  keepAs(`${shelf}/file`, answer.ok.told.file);
  showFile();
};

const showFile = () => {
  const file = keptAs(`${shelf}/file`);
  $("file").hidden = typeof file !== "string";
};

$("file").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([keptAs(`${shelf}/file`)], { type: "application/json" }));
  make("a", "", { href: address, download: "table.battle" }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
});

// Orders.

const sheet = $("sheet");
$("sheet-close").addEventListener("click", () => sheet.close());
const showSheet = (...children) => {
  $("sheet-body").replaceChildren(...children);
  if (!sheet.open) sheet.showModal();
};

/** Whom offers are asked of, from a subject as the door writes it. */
const whose = (subject) => {
  if (subject.unit) return { ship: subject.unit };
  if (subject.side) return { side: subject.side };
  return {};
};

const openOrders = async (subject) => {
  const title = subject.unit ?? `Side ${subject.side}`;
  showSheet(make("p", "…"));
  const answer = await ask({ offers: whose(subject) });
  if (!answer.ok) return showSheet(make("p", whyNot(answer)));
  const lines = answer.ok.offers.flatMap((offer) => {
    const made = button(offer.name, () => showForm(offer), "card");
    made.disabled = Boolean(offer.refused);
    return offer.refused ? [made, make("p", offer.refused.why, { className: "rule" })] : [made];
  });
  return showSheet(make("h2", title), ...lines);
};

const openForm = async (subject, kind) => {
  const answer = await ask({ offers: whose(subject) });
  const offer = answer.ok?.offers.find((offer) => offer.kind === kind);
  if (offer) showForm(offer);
  else showSheet(make("p", whyNot(answer) || "This order is no longer open."));
};

/** The control of a field, and how its value is read: undefined where empty. */
const control = (field, changed) => {
  const start = field.value ?? field.default;
  const heard = (element) => {
    element.addEventListener("change", changed);
    return element;
  };
  if (field.type === "flag") {
    const box = heard(make("input", "", { type: "checkbox", checked: Boolean(start) }));
    return [box, () => box.checked];
  }
  const many = field.type === "units" || field.type === "texts";
  if (field.choices?.length) {
    const select = heard(make("select", "", { multiple: many }));
    const given = many ? (start ?? []) : [start];
    if (!many && (!field.required || start === null || start === undefined)) {
      select.append(make("option", "—", { value: "" }));
    }
    field.choices.forEach((choice, at) => {
      const option = make("option", choice.label, { value: String(at) });
      option.disabled = Boolean(choice.refused);
      option.title = choice.refused?.why ?? "";
      option.selected = given.some((value) => JSON.stringify(value) === JSON.stringify(choice.value));
      select.append(option);
    });
    const chosen = () => [...select.selectedOptions].filter((option) => option.value !== "")
      .map((option) => field.choices[Number(option.value)].value);
    return [select, () => (many ? chosen() : chosen()[0])];
  }
  if (field.type === "number" || field.type === "number-or") {
    const number = make("input", "", { type: "number", inputMode: "numeric" });
    if (field.type === "number" || typeof start === "number") {
      [number.min, number.max] = [field.min ?? "", field.max ?? ""];
    }
    number.value = start ?? "";
    return [heard(number), () => (number.value === "" ? undefined : Number(number.value))];
  }
  const fixed = start !== null && start !== undefined && typeof start !== "string";
  const text = heard(make("input", "", { value: fixed ? JSON.stringify(start) : (start ?? "") }));
  if (fixed) {
    return [text, () => {
      try {
        return JSON.parse(text.value);
      } catch {
        return undefined;
      }
    }];
  }
  return [text, () => (text.value === "" ? undefined : text.value)];
};

const showForm = (offer) => {
  const odds = make("div");
  const outcome = make("div", "", { className: "said", hidden: true });
  outcome.setAttribute("role", "status");
  const readers = [];
  let dice = [];
  let asks = 0;
  const order = () => {
    const filled = { kind: offer.kind };
    for (const [name, read] of readers) {
      const value = read();
      if (value !== undefined) filled[name] = value;
    }
    return filled;
  };
  const changed = () => {
    dice = [];
    clearTimeout(asks);
    asks = setTimeout(async () => {
      const answer = await ask({ odds: order() });
      const table = (answer.ok?.outcomes ?? []).map((one) =>
        make("tr", [make("td", one.outcome.replace(/-/g, " ")), make("td", `${(one.p * 100).toFixed(1)} %`)]));
      odds.replaceChildren(table.length > 1 ? make("table", table) : make("p", whyNot(answer)));
    }, 200);
  };
  const fields = offer.fields.map((field) => {
    const [element, read] = control(field, changed);
    readers.push([field.name, read]);
    return make("label", [make("span", `${field.question} `), element]);
  });
  const own = make("input", "", { type: "checkbox" });
  const pad = make("div");
  const give = async (button) => {
    button.disabled = true;
    const request = own.checked ? { order: order(), dice } : { order: order() };
    const answer = await ask(request, true);
    button.disabled = false;
    pad.replaceChildren();
    if (answer.needs) return askDice(answer.needs);
    dice = [];
    outcome.hidden = false;
    if (answer.ok) {
      outcome.textContent = [...(answer.ok.text ?? []), ...(answer.ok.warnings ?? [])].join(" ") || "Done.";
      for (const element of form.elements) element.disabled = true;
    } else if (answer.waits) {
      outcome.textContent = `Waiting for side ${answer.waits.of}.`;
      sheet.close();
    } else outcome.textContent = whyNot(answer);
    lookSoon();
    return undefined;
  };
  const askDice = (needs) => {
    const face = make("input", "", { type: "number", inputMode: "numeric", required: true });
    face.setAttribute("aria-label", "Your roll");
    const enter = button("Enter", () => {
      if (face.value === "") return;
      dice.push(Number(face.value));
      give(enter);
    }, "main");
    pad.replaceChildren(make("p", `${needs.throw}: ${needs.for}`), face, enter);
    face.focus();
  };
  const roll = make("button", "Give the order", { className: "main" });
  const form = make("form", [
    make("h2", offer.name), make("p", offer.what),
    ...offer.warnings.map((warning) => make("p", warning, { className: "bad" })),
    ...fields, make("label", [own, make("span", " Roll your own dice")]), roll,
  ]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    dice = [];
    give(roll);
  });
  showSheet(form, pad, outcome, odds);
  changed();
};

// Coming in.

const showJoin = () => {
  $("table").hidden = true;
  $("join").hidden = false;
  $("code").hidden = Boolean(longCode);
};

$("join").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = new FormData($("join"));
  const wish = { key: kept.key, code: longCode || form.get("code"), name: form.get("name"), seat: form.get("seat") };
  $("why").textContent = "";
  // The owner's token is its own seat: whoever started the table was told it.
  const isToken = wish.code.length > 40 && !longCode;
  const answer = isToken ? { token: wish.code.trim() } : await takesSeat(wish);
  if (!answer.token) {
    $("why").textContent = answer.why;
    return;
  }
  Object.assign(kept, { token: answer.token, seat: answer.seat, epoch: undefined, at: undefined, unsent: [] });
  keep();
  $("join").hidden = true;
  connect();
});

/** In a hall: the tables that are open. Their codes are said aloud. */
const showLobby = async () => {
  const response = await fetch("/tables").catch(() => null);
  if (!response?.ok) return showJoin();
  const tables = await response.json();
  const rows = tables.map((row) => {
    const names = Object.entries(row.names).map(([seat, name]) => `${seat}: ${name}`).join(", ");
    const free = row.over ? "over" : row.free.length ? `free: ${row.free.join(", ")}` : "look on";
    const text = `${tell({ word: row.system })} · round ${row.round ?? "—"} · ${free}${names ? ` · ${names}` : ""}`;
    return make("li", [make("a", text, { href: `#${row.table}` })]);
  });
  $("lobby-tables").replaceChildren(...(rows.length ? rows : [make("li", "No table is open.")]));
  $("lobby").hidden = false;
  return undefined;
};

addEventListener("hashchange", () => location.reload());

if (kept.token) connect();
else if (namedTable) showJoin();
else showLobby();
offerWindow();
