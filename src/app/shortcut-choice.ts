/** Storage key: each person chooses separately on each device. */
const storageKey = (userId: string) => `shortcuts:${userId}`;

/**
 * Whether this person has the shortcuts on. They can be turned off, because speech input and tremor press keys
 * unintentionally (WCAG 2.1.4).
 */
export function areShortcutsOn(userId: string): boolean {
  return localStorage.getItem(storageKey(userId)) !== 'off';
}

/** Stores the choice. Where the storage is full or blocked, the previous choice stays. */
export function chooseShortcuts(userId: string, on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), 'off');
  } catch {
    // The storage is full or forbidden.
  }
}
