import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

/** Milliseconds until a logout without an answer is tried again: a short loss of the connection may go unnoticed. */
const retryMs = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowed = false;

const log = (error: unknown) => console.error('Failed to logout', error);

/** Signs in after the pending logouts were sent. `ask` resolves with the token. */
export const signInAfterLogouts = (ask: () => Promise<string>): Promise<void> => session.signIn(ask, log);

/** Sends the pending logouts. A failure is only logged; one without an answer stays pending. */
export async function flushLogouts(): Promise<void> {
  const isFlushed = await session.flushLogouts(log);
  clearTimeout(timer);
  if (!isFlushed && isFollowed) timer = setTimeout(flushWhenOnline, retryMs);
}

/** Offline nothing is tried: the return of the connection calls this again. */
function flushWhenOnline(): void {
  if (connectivity.isOnline()) void flushLogouts();
}

/** Sends the logouts that an earlier visit left: now, when the connection returns, and again while there is no answer. */
export function followLogouts(): () => void {
  isFollowed = true;
  void flushLogouts();
  const end = connectivity.subscribe(flushWhenOnline);
  return () => {
    isFollowed = false;
    clearTimeout(timer);
    end();
  };
}
