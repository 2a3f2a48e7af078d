import type { ComponentProps } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { hasUnsaved, useUnsaved } from './unsaved.ts';

interface LeaveGuardProps
  extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'cancel' | 'children'> {
  /** Whether leaving would lose something typed; by default whatever the parts of the screen hold unsaved. */
  has?: () => boolean;
  /** Whether something runs that leaving would end, without losing anything. */
  runs?: () => boolean;
  /** Whether a navigation leaves the guarded part; by default every one does. */
  leaves?: (current: Location, next: Location) => boolean;
}

/**
 * Asks before typed text is left behind by any way: a link, the close button, the browser's buttons, a reload, signing
 * out.
 */
export function LeaveGuard({ has, runs, leaves, ...question }: LeaveGuardProps) {
  useUnsaved(has ?? holdsNothing);
  // The router supports one blocker at a time, so several forms of a screen share it.
  const wouldLose = has ?? hasUnsaved;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // A sign-out is not blocked.
      (wouldLose() || runs?.() === true) &&
      nextLocation.pathname !== '/login' &&
      (leaves?.(currentLocation, nextLocation) ?? true),
  );
  if (blocker.state !== 'blocked') return null;
  return <ConfirmDialog {...question} danger onConfirm={() => blocker.proceed()} onCancel={() => blocker.reset()} />;
}

function holdsNothing(): boolean {
  return false;
}
