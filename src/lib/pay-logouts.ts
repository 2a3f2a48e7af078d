import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

/** Milliseconds until one that found no answer is tried again: the line may be back without having been missed. */
const pause = 5000;

/** Sends the logouts that are owed; whether all went. A failing one is only logged; without an answer it stays owed. */
export async function payLogouts(): Promise<boolean> {
  let isPaid = true;
  await session.payLogouts((error) => {
    isPaid = false;
    console.error('Failed to logout', error);
  });
  return isPaid;
}

/** Pays what an earlier visit left owing: now, whenever the line returns, and again while there is no answer. */
export function followLogouts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pay = async () => {
    clearTimeout(timer);
    if (!(await payLogouts())) timer = setTimeout(() => void pay(), pause);
  };
  void pay();
  const end = connectivity.subscribe(() => {
    if (connectivity.isOnline()) void pay();
  });
  return () => {
    clearTimeout(timer);
    end();
  };
}
