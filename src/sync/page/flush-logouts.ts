import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

/** Milliseconds until one that found no answer is tried again: the connection may be back without having been missed. */
const pause = 5000;

let timer: ReturnType<typeof setTimeout> | undefined;
let isFollowed = false;

const log = (error: unknown) => console.error('Failed to logout', error);

/** Signs in once the logouts that are owed were sent: `ask` answers the token. */
export const signInAfterLogouts = (ask: () => Promise<string>): Promise<void> => session.signIn(ask, log);

/** Sends the logouts that are owed. A failing one is only logged; without an answer it stays owed. */
export async function flushLogouts(): Promise<void> {
  const isPaid = await session.flushLogouts(log);
  clearTimeout(timer);
  if (!isPaid && isFollowed) timer = setTimeout(payWithLine, pause);
}

/** Offline there is nothing to try: its return tells. */
function payWithLine(): void {
  if (connectivity.isOnline()) void flushLogouts();
}

/** Pays what an earlier visit left owing: now, whenever the connection returns, and again while there is no answer. */
export function followLogouts(): () => void {
  isFollowed = true;
  void flushLogouts();
  const end = connectivity.subscribe(payWithLine);
  return () => {
    isFollowed = false;
    clearTimeout(timer);
    end();
  };
}
