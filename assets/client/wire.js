// The WebSocket from the page to its server, which reconnects by itself.

// In milliseconds. SILENCE: the connection is closed if the server sends nothing for this time.
// BEAT: when the network or the device comes back, a connection that was silent for this time is
// replaced (the server sends a heartbeat every 3 s). FIRST_DELAY, LONGEST_DELAY: the shortest and the
// longest time before a lost connection is opened again.
const SILENCE = 8_000;
const BEAT = 4_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;

// The close codes after which the page does not reconnect: the token is not valid, the owner has
// refused, the table is closed.
const ENDS = [4401, 4403, 4404];

/**
 * A connection, opened with a token. It calls `happens("open")`, `happens("text", text)`,
 * `happens("cut")` when it is lost, and `happens("end", code)` when it ends for good.
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

  /** Sends a text. Returns whether it was sent; it may still be lost with the connection. */
  send(text) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Closes the connection for good. */
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

  // The network is back, or the device is awake. A connection without a recent heartbeat is
  // treated as lost.
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
      // Without a network the browser may never report that the connection is closed.
      this.#silence = setTimeout(() => {
        mine.close();
        this.#closed(0);
      }, SILENCE);
      this.#happens(what, text);
    };
    mine.addEventListener("open", () => hears("open", ""));
    // An answer that is longer than a frame comes in parts with the id of its request.
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
