import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

/** Sends the logouts that are owed. A failing one is only logged; without an answer it stays owed. */
export async function payLogouts(): Promise<void> {
  await session.payLogouts((error) => console.error('Failed to logout', error));
}

/** Pays what an earlier visit left owing: now, and whenever the line returns. */
export function followLogouts(): () => void {
  void payLogouts();
  return connectivity.subscribe(() => {
    if (connectivity.isOnline()) void payLogouts();
  });
}
