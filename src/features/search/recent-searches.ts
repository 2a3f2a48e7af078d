/** Each person's own, on each device. */
const storageKey = (userId: string) => `searches:${userId}`;
const most = 6;

/** What this person searched for last on this device, the newest first. */
export function recentSearches(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Remembers a search that led somewhere. A device that keeps nothing more leaves them as they were. */
export function rememberSearch(userId: string, search: string): void {
  const others = recentSearches(userId).filter((each) => each.toLowerCase() !== search.toLowerCase());
  keep(userId, [search, ...others].slice(0, most));
}

export function forgetSearches(userId: string): void {
  keep(userId, []);
}

function keep(userId: string, searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(storageKey(userId), JSON.stringify(searches));
    else localStorage.removeItem(storageKey(userId));
  } catch {
    // Full, or forbidden.
  }
}
