import type { Clock } from '../time/clock.ts';

const calmMs = 3_000;

/**
 * Decides when a person is told of the connection: at once when the former state had lasted, else only once the new
 * state has lasted. A connection that flaps is not reported until it settles; every state that lasted is reported once.
 */
export function createConnectionNews(clock: Clock, tell: (online: boolean) => void) {
  let announced = true;
  let shown = true;
  let since = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | undefined;

  function say(): void {
    cancel = undefined;
    if (shown === announced) return;
    announced = shown;
    tell(announced);
  }

  return {
    /** Takes the current state of the connection; the same state again is no change. */
    hear(online: boolean): void {
      if (online === shown) return;
      const lasted = clock.now() - since;
      shown = online;
      since = clock.now();
      cancel?.();
      cancel = undefined;
      if (lasted >= calmMs) say();
      else cancel = clock.after(calmMs, say);
    },
    /** Starts to report again. A person who comes now is told that the connection is lost, not that it has returned. */
    begin(online: boolean): void {
      cancel?.();
      cancel = undefined;
      since = Number.NEGATIVE_INFINITY;
      shown = online;
      if (online) announced = true;
      else say();
    },
    end(): void {
      cancel?.();
      cancel = undefined;
    },
  };
}
