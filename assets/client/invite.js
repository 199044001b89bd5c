// An invitation to a table: its code, its link, and the link as a QR code.

import { button, drawn, link, make } from "./words.js";

/** The width of the light margin around a QR code, in squares. */
const MARGIN = 4;

/** A text as a QR code; nothing if the server does not answer. */
export const qr = async (text) => {
  const response = await fetch("/qr", { method: "POST", body: text }).catch(() => null);
  if (!response?.ok) return null;
  const { rows } = await response.json();
  const size = rows.length + 2 * MARGIN;
  const squares = rows.flatMap((row, y) => [...row].map((dark, x) => (dark === "1" ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")));
  return drawn("svg", {
    viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": "The link as a QR code",
  }, [drawn("path", { d: squares.join("") })]);
};

/** The link to a table that works on every device of the network. */
const linkOf = (page) => new URL(page, location.origin).href;

/** Whether the page’s address works on this device only. */
const isOnlyHere = () => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname);

/** Code, link and QR code of a table that this player owns. */
export const invitation = ({ code, page }) => {
  const address = linkOf(page);
  const status = make("p", "", { className: "rule" });
  status.setAttribute("role", "status");
  const copyButton = button("Copy the link", async () => {
    // Over plain http a page cannot use the clipboard.
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    status.textContent = copied ? "Link copied." : address;
  });
  const picture = make("div");
  qr(address).then((code) => { if (code) picture.append(code); });
  const here = isOnlyHere()
    ? [make("p", "This link works only on this device. To invite others, open this page at the device’s network address.", { className: "rule" })] : [];
  return [
    make("p", `Code: ${code}`, { className: "code" }),
    link("Link to this table (no code needed)", page),
    ...here, make("nav", [copyButton], { ariaLabel: "Invite" }), status, picture,
  ];
};
