const prefix = 'searches:';
/** Storage key: each person has a separate list on each device. */
const storageKey = (userId: string) => `${prefix}${userId}`;
const most = 6;

/** Returns the person's last searches on this device, the newest first. */
export function recentSearches(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Stores a search that led somewhere. Where the storage is full or blocked, the stored ones stay. */
export function rememberSearch(userId: string, search: string): void {
  const others = recentSearches(userId).filter((each) => each.toLowerCase() !== search.toLowerCase());
  keep(userId, [search, ...others].slice(0, most));
}

export function forgetSearches(userId: string): void {
  keep(userId, []);
}

/** Removes everybody's searches once nobody is signed in: whoever comes next does not see what was looked for. */
export function forgetAllSearches(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // The storage is forbidden: nothing was kept.
  }
}

function keep(userId: string, searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(storageKey(userId), JSON.stringify(searches));
    else localStorage.removeItem(storageKey(userId));
  } catch {
    // The storage is full or forbidden.
  }
}
