// The storage for data that survive a reload.

/** The value that is stored under a name. */
export const load = (name) => {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};

/** Stores a value under a name. Returns whether the browser has stored it. */
export const store = (name, what) => {
  try {
    localStorage.setItem(name, JSON.stringify(what));
    return true;
  } catch {
    // A private window may store nothing; then the seat is lost on a reload.
    return false;
  }
};

/** The name under which the seat at a table is stored. */
export const storageKey = (table) => `trierarch/${table}`;
