// Reads the page's database: the entry of a store with a key, or all of its entries. It runs
// in the page, so it uses nothing outside this function.
export const readStored = ([store, key]) => new Promise((read, failed) => {
  const opening = indexedDB.open("trierarch");
  opening.onerror = () => failed(opening.error);
  opening.onsuccess = () => {
    const entries = opening.result.transaction(store).objectStore(store);
    const asked = key === undefined ? entries.getAll() : entries.get(key);
    asked.onerror = () => failed(asked.error);
    asked.onsuccess = () => {
      opening.result.close();
      read(asked.result);
    };
  };
});
