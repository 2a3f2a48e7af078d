import { mostSlots } from './pace.ts';

/**
 * A place among the three chunks that all tabs of a browser may have under way, since it opens six connections to an
 * origin in all. Resolves with what gives the place back.
 */
export async function takeSlot(locks: Pick<LockManager, 'request'>, signal: AbortSignal): Promise<() => void> {
  for (let slot = 0; slot < mostSlots; slot++) {
    const release = await hold(locks, slotName(slot), { ifAvailable: true });
    if (release) return release;
  }
  const release = await hold(locks, slotName(Math.floor(Math.random() * mostSlots)), { signal });
  return release ?? (() => undefined);
}

/** Holds a lock until the returned function is called; undefined where it was to be had at once and was not. */
export function hold(
  locks: Pick<LockManager, 'request'>,
  name: string,
  options: LockOptions,
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

function slotName(slot: number): string {
  return `upload-slot:${slot}`;
}
