// What a browser keeps of the page's database. This is run in the page, so it stands by
// itself: the entry of a store under a key, or all of its entries.
export const readKept = ([store, key]) => new Promise((read, failed) => {
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
