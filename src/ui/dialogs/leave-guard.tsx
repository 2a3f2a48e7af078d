import type { ComponentProps } from 'react';
import { type Location, useBlocker } from 'react-router-dom';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { hasUnsaved, useUnsaved } from './unsaved.ts';

interface LeaveGuardProps
  extends Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'confirm' | 'cancel' | 'children'> {
  /** Whether something typed would be lost now; without it, whatever the parts of the screen hold unsaved. */
  has?: () => boolean;
  /** Whether something runs that would end, with nothing lost. */
  runs?: () => boolean;
  /** Whether a way leads out at all; every one does without it. */
  leaves?: (current: Location, next: Location) => boolean;
}

/**
 * Asks before typed words are left behind, whichever way leads out: a link, the cross, the browser's buttons, a reload,
 * signing out.
 */
export function LeaveGuard({ has, runs, leaves, ...question }: LeaveGuardProps) {
  useUnsaved(has ?? holdsNothing);
  // The router knows one guard at a time: several forms of a screen share it.
  const wouldLose = has ?? hasUnsaved;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      // Who is signed out has no say in it.
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
