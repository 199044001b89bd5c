// The WebSocket from a page to its host: it reconnects by itself when the network is back. And
// what outlives a reload.

/** What is kept under this name. */
export const keptAs = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};

/** Keeps something under this name; whether the browser did. */
export const keepAs = (name, what) => {
  try {
    localStorage.setItem(name, JSON.stringify(what));
    return true;
  } catch {
    // A private window keeps nothing: the seat lasts as long as the page.
    return false;
  }
};

/** Where a seat at this table is kept. */
export const shelfOf = (table) => `trierarch/${table}`;

// In milliseconds: after which silence of the host a wire is cut, and after which it
// is no longer believed when the network or the device comes back (the host gives a
// sign of life every 3 s); how long a wire that was cut waits before it is tried
// again, the first time and at most.
const SILENCE = 8_000;
const BEAT = 4_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;

// The codes with which a host ends a wire for good: the token holds no seat, the
// owner said no, the table is closed.
const ENDS = [4401, 4403, 4404];

/**
 * A wire, opened with a token. What happens on it is told as `happens("open")`,
 * `happens("text", text)`, `happens("cut")` and `happens("end", code)`.
 */
export class Wire {
  #token;
  #happens;
  #socket = null;
  #timer = 0;
  #silence = 0;
  #lastHeard = 0;
  #delay = FIRST_DELAY;
  #over = false;

  constructor(token, happens) {
    this.#token = token;
    this.#happens = happens;
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#awake);
    this.#connect();
  }

  /** Whether the text went out; what does is lost where the wire is cut. */
  send(text) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Ends the wire. */
  stop() {
    this.#over = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#awake);
    this.#drop();
  }

  #drop() {
    clearTimeout(this.#silence);
    const dead = this.#socket;
    this.#socket = null;
    dead?.close();
  }

  // The network is back, or the device is awake: a connection on which the host has
  // not said for longer than it ever is silent that it is there is a dead one.
  #again = () => {
    this.#delay = FIRST_DELAY;
    if (this.#socket && Date.now() - this.#lastHeard > BEAT) {
      this.#drop();
      this.#happens("cut", "");
    }
    this.#connect();
  };

  #awake = () => { if (!document.hidden) this.#again(); };

  #connect() {
    clearTimeout(this.#timer);
    if (this.#over || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const mine = new WebSocket(`${scheme}://${location.host}/door`, ["trierarch.1", `token.${this.#token}`]);
    this.#socket = mine;
    this.#lastHeard = Date.now();
    const hears = (what, text) => {
      if (mine !== this.#socket) return;
      this.#lastHeard = Date.now();
      clearTimeout(this.#silence);
      // A dead network may never say that the connection is closed.
      this.#silence = setTimeout(() => {
        mine.close();
        this.#closed(0);
      }, SILENCE);
      this.#happens(what, text);
    };
    mine.addEventListener("open", () => hears("open", ""));
    // What is longer than a frame comes in parts, by the id of the ask.
    const parts = new Map();
    mine.addEventListener("message", (event) => {
      this.#delay = FIRST_DELAY;
      if (!event.data.startsWith('{"part":')) {
        hears("text", event.data);
        return;
      }
      this.#lastHeard = Date.now();
      const { id, part } = JSON.parse(event.data);
      const whole = (parts.get(id) ?? "") + part.text;
      if (part.number < part.of) {
        parts.set(id, whole);
        return;
      }
      parts.delete(id);
      hears("text", whole);
    });
    mine.addEventListener("close", (event) => {
      if (mine === this.#socket) this.#closed(event.code);
    });
  }

  #closed(code) {
    clearTimeout(this.#silence);
    this.#socket = null;
    if (ENDS.includes(code)) {
      this.stop();
      this.#happens("end", String(code));
      return;
    }
    this.#happens("cut", "");
    this.#timer = setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }
}
