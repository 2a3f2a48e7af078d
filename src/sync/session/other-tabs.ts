import type { LocalValues } from './session-parts.ts';

/** How a session ended: the person left, or the server no longer gave a token. */
export type Ending = 'left' | 'refused';

/** Key in localStorage of how the session ended, for the other tabs. */
const endedKey = 'session_ended';

/** Notes how the session of this tab ended. Call before the token is removed, so that other tabs know the reason. */
export function noteEnding(page: LocalValues, how: Ending): void {
  // A person who signs out leaves nothing behind.
  if (how === 'refused') page.setItem(endedKey, how);
  else forgetEnding(page);
}

/** Call when somebody signs in. */
export function forgetEnding(page: LocalValues): void {
  page.removeItem(endedKey);
}

/**
 * Reads what other tabs did to the session in localStorage, which has the change before its event comes.
 * @param knownUser who was signed in at the last look; null where nobody was
 * @returns who is signed in now, null where nobody is; and how the session of `knownUser` ended, if another tab signed out or
 * somebody else in
 */
export function readOtherTabs(
  page: LocalValues,
  knownUser: string | null,
): { isSignedIn: boolean; userId: string | null; ended: Ending | undefined } {
  const userId = page.getItem('user_id');
  const isSignedIn = page.getItem('token') !== null;
  if (!isSignedIn) return { isSignedIn, userId, ended: page.getItem(endedKey) === 'refused' ? 'refused' : 'left' };
  return { isSignedIn, userId, ended: knownUser !== null && knownUser !== userId ? 'left' : undefined };
}
