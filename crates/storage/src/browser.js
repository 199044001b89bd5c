// The browser's database, for `storage/browser.rs`. Every function settles with a
// JSON text, and never rejects: an error is in the key `fault`.
//
// The key of a row is [battle, number]; a blob has its own key. A change is one
// transaction, and is stored when that is complete. No transaction waits for anything else.

const NAME = "trierarch";
const VERSION = 1;
// The longest time for a change, in milliseconds; after it, nothing is known about the change.
const PATIENCE_MS = 10_000;
// After these errors a transaction has certainly stored nothing.
const SURE = new Set(["QuotaExceededError", "ConstraintError", "DataError", "ReadOnlyError"]);

let connection = null;
let announce = () => {};
const closing = new Promise((closed) => { announce = closed; });

const fault = (error, undecided = false) => {
  const { name = "", message = String(error) } = error ?? {};
  return JSON.stringify({ fault: { name, why: message, undecided } });
};

const opened = () => new Promise((resolve, reject) => {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("rows");
    request.result.createObjectStore("blobs");
  };
  request.onblocked = () => reject(new DOMException("another tab has it open", "BlockedError"));
  request.onerror = () => reject(request.error);
  request.onsuccess = () => {
    const database = request.result;
    // A newer page needs the database, or the user deletes it: it is closed for good.
    database.onversionchange = () => {
      database.close();
      const gone = new DOMException("another tab needs the database", "SupersededError");
      connection = Promise.reject(gone);
      connection.catch(() => {});
      announce();
    };
    database.onclose = () => lose(database);
    resolve(database);
  };
});

let current = null;
// The next request opens a lost connection again.
const lose = (database) => {
  if (current === database) connection = null;
};

const open = async () => {
  if (!connection) {
    connection = opened().then((database) => (current = database));
    connection.catch((error) => {
      if (error?.name !== "SupersededError") connection = null;
    });
  }
  return connection;
};

const change = async (store, work) => {
  let database;
  try {
    database = await open();
  } catch (error) {
    return fault(error);
  }
  return new Promise((settle) => {
    let transaction;
    try {
      transaction = database.transaction(store, "readwrite", { durability: "strict" });
    } catch (error) {
      lose(database);
      settle(fault(error, true));
      return;
    }
    let refused = null;
    const waiting = setTimeout(() => {
      lose(database);
      settle(fault(new DOMException("no answer", "SilentError"), true));
    }, PATIENCE_MS);
    const done = (text) => {
      clearTimeout(waiting);
      settle(text);
    };
    transaction.oncomplete = () => done("{}");
    transaction.onabort = () => {
      const error = transaction.error ?? new Error("the browser ended it");
      done(refused ?? fault(error, !SURE.has(error.name)));
    };
    work(transaction.objectStore(store), (name) => {
      refused = fault({ name, message: "" });
      transaction.abort();
    });
  });
};

const look = async (stores, ask) => {
  let database;
  try {
    database = await open();
    return await new Promise((settle) => {
      const transaction = database.transaction(stores, "readonly");
      const asked = Object.entries(ask(transaction));
      const results = () => Object.fromEntries(asked.map(([name, { result }]) => [name, result]));
      transaction.oncomplete = () => settle(JSON.stringify(results()));
      transaction.onabort = () => settle(fault(transaction.error));
    });
  } catch (error) {
    if (database) lose(database);
    return fault(error);
  }
};

// All rows of a battle: in the order of keys, an array is after every number.
const rowsOf = (slug) => IDBKeyRange.bound([slug], [slug, []]);

export const everything = async () => {
  // The browser may have promised it in an earlier visit.
  promised = await navigator.storage?.persisted?.().catch(() => false) ?? false;
  return look(["rows", "blobs"], (transaction) => {
    const [rows, blobs] = ["rows", "blobs"].map((store) => transaction.objectStore(store));
    return {
      row_keys: rows.getAllKeys(),
      rows: rows.getAll(),
      blob_keys: blobs.getAllKeys(),
      blobs: blobs.getAll(),
    };
  });
};

export const read = (slug) => look("rows", (transaction) => (
  { rows: transaction.objectStore("rows").getAll(rowsOf(slug)) }
));

// Whether the browser promised not to clear the database when its disk is full.
// Safari clears it after a week without a visit even so, unless the page is on the
// home screen.
let promised = false;
const isSafari = navigator.vendor.startsWith("Apple");
const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

export const mayBeCleared = () => !promised || (isSafari && !isInstalled());

// Requests this promise. The browser may refuse, and may ask the user first, so no
// caller waits for the answer.
const persist = async () => {
  try {
    promised = await navigator.storage.persist();
  } catch {
    // Over plain http a page cannot request it.
  }
};

// Adds rows to a battle that has `kept` rows: 0 for a new battle.
export const append = (slug, kept, added) => {
  if (kept === 0) persist();
  return change("rows", (rows, refuse) => {
    rows.count(rowsOf(slug)).onsuccess = ({ target: { result: count } }) => {
      if (count !== kept) refuse(count === 0 ? "Missing" : "GoneOn");
      else JSON.parse(added).forEach((row, at) => rows.add(row, [slug, kept + at]));
    };
  });
};

export const remove = (slug) => change("rows", (rows) => rows.delete(rowsOf(slug)));

export const put = (key, text) => change("blobs", (blobs) => {
  if (text === undefined) blobs.delete(key);
  else blobs.put(text, key);
});

// Settles when the database is closed because another tab needs it.
export const closed = () => closing.then(() => "{}");
