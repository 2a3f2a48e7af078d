/** Each person decides for themselves, on each device. */
const storageKey = (userId: string) => `shortcuts:${userId}`;

/** Whether this person has the shortcuts on: speech input and shaking hands press keys that nobody meant (WCAG 2.1.4). */
export function areShortcutsOn(userId: string): boolean {
  return localStorage.getItem(storageKey(userId)) !== 'off';
}

/** Keeps the choice. A device that keeps nothing more leaves it as it was. */
export function chooseShortcuts(userId: string, on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey(userId));
    else localStorage.setItem(storageKey(userId), 'off');
  } catch {
    // Full, or forbidden.
  }
}
