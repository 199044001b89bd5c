// The window as elements of the page, for screen readers and for tests: the
// canvas shows none of what is on it. They lie over the canvas, where their
// pictures are, unseen, and let every touch through.

const canvas = document.getElementById("trierarch");
const tree = document.createElement("div");
const said = document.createElement("div");
const elements = new Map();
let ask = () => {};

tree.id = "mirror";
said.id = "said";
said.setAttribute("role", "status");
said.setAttribute("aria-live", "polite");
for (const element of [tree, said]) {
  Object.assign(element.style, {
    position: "fixed", inset: "0", opacity: "0", overflow: "hidden", pointerEvents: "none",
  });
  canvas.after(element);
}
canvas.setAttribute("aria-owns", tree.id);

const idOf = (event) => event.target.closest("[data-node]")?.dataset.node;

// A screen reader clicks and looks at elements; the canvas does what they want,
// and has the keyboard.
tree.addEventListener("click", (event) => {
  const id = idOf(event);
  if (id) ask(id, true);
});
tree.addEventListener("focusin", (event) => {
  const id = idOf(event);
  if (!id) return;
  ask(id, false);
  canvas.focus({ preventScroll: true });
});

export const onAsk = (heard) => { ask = heard; };

const dress = ({ id, role, name, states, place: [left, top, width, height], children }) => {
  let element = elements.get(id);
  if (!element || (element.getAttribute("role") ?? "") !== role) {
    const old = element;
    element = document.createElement("div");
    element.id = `node-${id}`;
    element.dataset.node = id;
    if (role) element.setAttribute("role", role);
    if (role && role !== "group") element.tabIndex = -1;
    old?.replaceWith(element);
    elements.set(id, element);
  }
  if (!role) element.textContent = name;
  else if (name) element.setAttribute("aria-label", name);
  else element.removeAttribute("aria-label");
  for (const attribute of element.getAttributeNames()) {
    const own = attribute === "aria-label" || !attribute.startsWith("aria-");
    if (!own && !(attribute in states)) element.removeAttribute(attribute);
  }
  for (const [attribute, value] of Object.entries(states)) element.setAttribute(attribute, value);
  if (role === "textbox") element.textContent = states["aria-valuetext"] ?? "";
  Object.assign(element.style, {
    position: "fixed", left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px`,
  });
  return () => { if (role === "group") arrange(element, children); };
};

// Puts the children where they belong, and moves none that is there already.
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
    elements.get(id)?.remove();
    elements.delete(id);
  }
  for (const put of arranging) put();
  arrange(tree, top);
  if (focus) canvas.setAttribute("aria-activedescendant", `node-${focus}`);
  else canvas.removeAttribute("aria-activedescendant");
  if (sayings.length > 0) said.textContent = sayings.join(" ");
};
