import type { Clock } from '../time/clock.ts';

const calmMs = 3_000;

/**
 * What a person is told of the connection: the change from a state that lasted at once, one that comes right after another only
 * once it has stayed. A connection that flaps says nothing until it rests; every state that lasted is told once.
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
    /** Hears the state of the connection; hearing the same once more is no change. */
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
    /** Somebody is there to be told again. That the connection is back is no news to who comes then; that it is gone is. */
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
