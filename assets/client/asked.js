// What a host tells without a seat.

/** What the host answers; null where it does not. */
export const asked = async (path) => {
  const response = await fetch(path).catch(() => null);
  return response?.ok ? response.json() : null;
};
/** A hall has many tables, a host one; either may have the whole program as a page. */
export const has = async (what) => Boolean((await asked("/health"))?.[what]);
