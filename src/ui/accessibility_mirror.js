// A copy of the window as HTML elements, for screen readers and tests, which cannot read a
// canvas. Each element is invisible, over its picture on the canvas, and lets touches
// through. Only a text field in use is visible: a phone's keyboard needs a real field.

const canvas = document.getElementById("trierarch");
const tree = document.createElement("main");
const said = document.createElement("div");
const looks = document.createElement("style");
const elements = new Map();
let ask = () => {};

tree.id = "mirror";
said.id = "said";
said.setAttribute("role", "status");
said.setAttribute("aria-live", "polite");
looks.textContent = `
  #mirror, #said { position: fixed; inset: 0; overflow: hidden; pointer-events: none; }
  #mirror [data-node] { position: fixed; margin: 0; }
  #mirror [data-node]:not([role=group], [role=region], [role=navigation]), #said { opacity: 0; }
  #mirror :is(input, textarea) { box-sizing: border-box; padding: 0 10px; border: 0;
    border-radius: 4px; resize: none; outline: 2px solid; background: var(--ground);
    color: var(--ink); font: 18px/1.3 Alegreya, Georgia, serif; }
  #mirror textarea { padding: 10px; }
  #mirror [data-node]:is(input, textarea):focus { opacity: 1; pointer-events: auto; }
`;
document.head.append(looks);
canvas.after(tree, said);
canvas.setAttribute("aria-owns", tree.id);

// Roles of elements that contain others.
const HOLDERS = ["group", "region", "navigation"];

const idOf = (element) => element.closest?.("[data-node]")?.dataset.node;
const isField = (element) => element?.matches?.("#mirror :is(input, textarea)") ?? false;
const toCanvas = () => canvas.focus({ preventScroll: true });

// Clicks and focus of a screen reader are passed to the window. The canvas keeps the
// keyboard, except while a text field is in use.
tree.addEventListener("click", ({ target }) => {
  const id = idOf(target);
  if (id && !isField(target)) ask(id, "click", "");
});
tree.addEventListener("focusin", ({ target }) => {
  const id = idOf(target);
  if (!id || isField(target)) return;
  ask(id, "focus", "");
  toCanvas();
});
tree.addEventListener("input", ({ target }) => ask(idOf(target), "write", target.value));
tree.addEventListener("focusout", ({ target }) => {
  if (!isField(target)) return;
  ask(idOf(target), "leave", "");
  // Text that the window did not accept disappears.
  target.value = target.dataset.kept;
});
tree.addEventListener("keydown", ({ key, target, isComposing }) => {
  if (isComposing || !isField(target)) return;
  if (key === "Escape" || key === "Tab" || (key === "Enter" && target.localName === "input")) {
    toCanvas();
  }
});

// A tap on a drawn field gives the focus to the HTML field over it. A phone shows its
// keyboard only if the focus changes while the tap is handled.
const STILL_PX = 10;
let touched = null;
canvas.addEventListener("touchstart", ({ touches }) => {
  touched = touches.length === 1 ? touches[0] : null;
  if (isField(document.activeElement)) toCanvas();
}, { passive: true });
canvas.addEventListener("touchend", ({ changedTouches: [{ clientX: x, clientY: y }] }) => {
  if (!touched || Math.hypot(x - touched.clientX, y - touched.clientY) > STILL_PX) return;
  const under = (field) => {
    const { left, top, right, bottom } = field.getBoundingClientRect();
    return left < x && x < right && top < y && y < bottom;
  };
  [...tree.querySelectorAll("input:enabled, textarea:enabled")].find(under)?.focus();
});

export const onAsk = (heard) => { ask = heard; };

// Sets the colours of text fields.
export const paint = (ground, ink) => {
  tree.style.setProperty("--ground", ground);
  tree.style.setProperty("--ink", ink);
};

const tagOf = (role, states) => {
  if (role !== "textbox") return "div";
  return "aria-multiline" in states ? "textarea" : "input";
};

// The element of a node; a new one if its role or tag has changed.
const elementOf = (id, role, states) => {
  const old = elements.get(id);
  const tag = tagOf(role, states);
  if (old?.localName === tag && (old.getAttribute("role") ?? "") === role) return old;
  const element = document.createElement(tag);
  element.id = `node-${id}`;
  element.dataset.node = id;
  if (role) element.setAttribute("role", role);
  if (role && !HOLDERS.includes(role)) element.tabIndex = -1;
  if (tag !== "div") {
    Object.assign(element, { autocomplete: "off", autocapitalize: "off", spellcheck: false });
  }
  old?.replaceWith(element);
  elements.set(id, element);
  return element;
};

const dress = ({ id, role, name, value, states, place: [left, top, width, height], children }) => {
  const element = elementOf(id, role, states);
  if (!role) element.textContent = name;
  else if (name) element.setAttribute("aria-label", name);
  else element.removeAttribute("aria-label");
  for (const attribute of element.getAttributeNames()) {
    const own = attribute === "aria-label" || !attribute.startsWith("aria-");
    if (!own && !(attribute in states)) element.removeAttribute(attribute);
  }
  for (const [attribute, state] of Object.entries(states)) element.setAttribute(attribute, state);
  if (role === "combobox") element.textContent = value;
  if (role === "textbox") {
    element.dataset.kept = value;
    element.disabled = "aria-disabled" in states;
    // The text does not change while the player types.
    if (element !== document.activeElement) element.value = value;
  }
  Object.assign(element.style, {
    left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
  return () => { if (HOLDERS.includes(role)) arrange(element, children); };
};

// Puts the children into this order, and moves only those that are elsewhere.
const arrange = (parent, ids) => {
  ids.forEach((id, at) => {
    const child = elements.get(id);
    if (child && parent.children[at] !== child) parent.insertBefore(child, parent.children[at] ?? null);
  });
};

export const mirror = (text) => {
  const { changed, gone, top, focus, said: sayings } = JSON.parse(text);
  const arranging = changed.map(dress);
  for (const id of gone) {
    const element = elements.get(id);
    if (element === document.activeElement) toCanvas();
    element?.remove();
    elements.delete(id);
  }
  for (const put of arranging) put();
  arrange(tree, top);
  if (focus) canvas.setAttribute("aria-activedescendant", `node-${focus}`);
  else canvas.removeAttribute("aria-activedescendant");
  if (sayings.length > 0) said.textContent = sayings.join(" ");
};
