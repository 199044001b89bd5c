// What a host answers without a seat: its health, its tables, its battles.

/** What the host answers; null where it does not. */
export const asked = async (path) => {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
};
/** Whether the host says this of itself: a hall has many tables. */
export const has = async (what) => Boolean((await asked("/health"))?.[what]);
