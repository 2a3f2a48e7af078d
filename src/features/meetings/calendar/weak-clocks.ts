import { NowTimer } from '@fullcalendar/react/protected-api';

/** A clock of the calendar, as far as it is used here: the library does not describe it. */
interface Clock {
  /** It was asked for the time once. */
  isMounted: boolean;
  timeoutId: number;
  handleVisibilityChange: () => void;
  /** Tells the calendar when the time has changed, and sets the clock anew. */
  handleRefresh: () => void;
  update: (input: unknown) => unknown;
  setTimeout: (waitMs: number) => void;
}

/**
 * The calendar begins its clocks while React draws it. What React draws in pieces and throws away, for a press that cannot
 * wait, would go on until midnight, and hold all that was drawn: here a clock runs only as long as something holds it.
 */
export function weakenClocks(): void {
  const clock: Partial<Clock> = Object.getPrototypeOf(
    Reflect.get(new NowTimer({} as never, {} as never), 'runner') ?? {},
  );
  const { update } = clock;
  if (!update || !clock.setTimeout) return;
  clock.setTimeout = function (this: Clock, waitMs) {
    const held = new WeakRef(this);
    this.timeoutId = window.setTimeout(() => held.deref()?.handleRefresh(), waitMs);
  };
  clock.update = function (this: Clock, input) {
    if (!this.isMounted) this.handleVisibilityChange = whenSeen(new WeakRef(this));
    return update.call(this, input);
  };
}

/** Looks at the clock again when the page is looked at again. */
function whenSeen(held: WeakRef<Clock>): () => void {
  const refresh = () => {
    if (!held.deref()) document.removeEventListener('visibilitychange', refresh);
    else if (!document.hidden) held.deref()?.handleRefresh();
  };
  return refresh;
}
