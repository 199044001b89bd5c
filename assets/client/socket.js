// The WebSocket from the page to its server, which reconnects by itself.

// In milliseconds. SILENCE: the connection is closed if the server sends nothing for this time.
// HEARTBEAT: when the network or the device comes back, a connection that was silent for this time is
// replaced (the server sends a heartbeat every 3 s). FIRST_DELAY, LONGEST_DELAY: the shortest and the
// longest time before a lost connection is opened again.
const SILENCE = 8_000;
const HEARTBEAT = 4_000;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 5_000;

// The close codes after which the page does not reconnect: the token is not valid, the owner has
// refused, the table is closed.
const FINAL_CODES = [4401, 4403, 4404];

/**
 * A connection, opened with a token. It calls `onEvent("open")`, `onEvent("text", text)`,
 * `onEvent("cut")` when it is lost, and `onEvent("end", code)` when it ends for good.
 */
export class ReconnectingSocket {
  #token;
  #onEvent;
  #socket = null;
  #reconnectTimer = 0;
  #silenceTimer = 0;
  #lastReceived = 0;
  #delay = FIRST_DELAY;
  #isStopped = false;

  constructor(token, onEvent) {
    this.#token = token;
    this.#onEvent = onEvent;
    addEventListener("online", this.#reconnect);
    document.addEventListener("visibilitychange", this.#onVisible);
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
    this.#isStopped = true;
    clearTimeout(this.#reconnectTimer);
    removeEventListener("online", this.#reconnect);
    document.removeEventListener("visibilitychange", this.#onVisible);
    this.#close();
  }

  #close() {
    clearTimeout(this.#silenceTimer);
    const old = this.#socket;
    this.#socket = null;
    old?.close();
  }

  // The network is back, or the device is awake. A connection without a recent heartbeat is
  // treated as lost.
  #reconnect = () => {
    this.#delay = FIRST_DELAY;
    if (this.#socket && Date.now() - this.#lastReceived > HEARTBEAT) {
      this.#close();
      this.#onEvent("cut", "");
    }
    this.#connect();
  };

  #onVisible = () => { if (!document.hidden) this.#reconnect(); };

  #connect() {
    clearTimeout(this.#reconnectTimer);
    if (this.#isStopped || this.#socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/door`, ["trierarch.1", `token.${this.#token}`]);
    this.#socket = socket;
    this.#lastReceived = Date.now();
    const report = (what, text) => {
      if (socket !== this.#socket) return;
      this.#lastReceived = Date.now();
      clearTimeout(this.#silenceTimer);
      // Without a network the browser may never report that the connection is closed.
      this.#silenceTimer = setTimeout(() => {
        socket.close();
        this.#onClosed(0);
      }, SILENCE);
      this.#onEvent(what, text);
    };
    socket.addEventListener("open", () => report("open", ""));
    // An answer that is longer than a frame comes in parts with the id of its request.
    const parts = new Map();
    socket.addEventListener("message", (event) => {
      this.#delay = FIRST_DELAY;
      if (!event.data.startsWith('{"part":')) {
        report("text", event.data);
        return;
      }
      this.#lastReceived = Date.now();
      const { id, part } = JSON.parse(event.data);
      const text = (parts.get(id) ?? "") + part.text;
      if (part.number < part.of) {
        parts.set(id, text);
        return;
      }
      parts.delete(id);
      report("text", text);
    });
    socket.addEventListener("close", (event) => {
      if (socket === this.#socket) this.#onClosed(event.code);
    });
  }

  #onClosed(code) {
    clearTimeout(this.#silenceTimer);
    this.#socket = null;
    if (FINAL_CODES.includes(code)) {
      this.stop();
      this.#onEvent("end", String(code));
      return;
    }
    this.#onEvent("cut", "");
    this.#reconnectTimer = setTimeout(() => this.#connect(), this.#delay);
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
  }
}
