import type { Clock } from '../time/clock.ts';

const calmMs = 3_000;

/**
 * What a person is told of the line: the change from a state that lasted at once, one that comes right after another only
 * once it has stayed. A line that flaps says nothing until it rests; every state that lasted is told once.
 */
export function createConnectionNews(clock: Clock, tell: (online: boolean) => void) {
  let told = true;
  let shown = true;
  let since = Number.NEGATIVE_INFINITY;
  let takeBack: (() => void) | undefined;

  function say(): void {
    takeBack = undefined;
    if (shown === told) return;
    told = shown;
    tell(told);
  }

  return {
    /** Hears the state of the line; hearing the same once more is no change. */
    hear(online: boolean): void {
      if (online === shown) return;
      const lasted = clock.now() - since;
      shown = online;
      since = clock.now();
      takeBack?.();
      takeBack = undefined;
      if (lasted >= calmMs) say();
      else takeBack = clock.after(calmMs, say);
    },
    /** Somebody is there to be told again. That the line is back is no news to who comes then; that it is gone is. */
    begin(online: boolean): void {
      takeBack?.();
      takeBack = undefined;
      since = Number.NEGATIVE_INFINITY;
      shown = online;
      if (online) told = true;
      else say();
    },
    end(): void {
      takeBack?.();
      takeBack = undefined;
    },
  };
}
