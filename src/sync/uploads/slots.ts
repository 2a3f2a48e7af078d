import { acquireLock } from '../time/web-lock.ts';
import { maxSlots } from './pace.ts';

/**
 * Takes one of the three slots for chunks that all tabs of a browser share, since it opens only six connections to an origin.
 * Resolves with the function that releases it.
 */
export async function takeSlot(locks: Pick<LockManager, 'request'>, signal: AbortSignal): Promise<() => void> {
  for (let slot = 0; slot < maxSlots; slot++) {
    const release = await acquireLock(locks, slotName(slot), { ifAvailable: true });
    if (release) return release;
  }
  const release = await acquireLock(locks, slotName(Math.floor(Math.random() * maxSlots)), { signal });
  return release ?? (() => undefined);
}

function slotName(slot: number): string {
  return `upload-slot:${slot}`;
}
