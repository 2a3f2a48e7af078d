import { useEffect, useRef } from 'react';
import { focusWhenLost } from '#src/ui/index.ts';
import type { MeetingDialogPlace } from './base/meetings-address.ts';
import { marks } from './calendar/calendar-stops.ts';

/**
 * Where the focus goes when a dialog has closed and what it was opened from is gone: to the meeting, which a calendar may
 * have drawn anew, or to the returned target; at once, or with the next rows, of which a deleted meeting is none.
 */
export function useFocusAfterDialog(dialog: MeetingDialogPlace, rows: unknown) {
  const target = useRef<HTMLAnchorElement>(null);
  const chances = useRef(0);
  const last = useRef(dialog);
  const isOpen = dialog.kind !== 'none';
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are a reason to look again, another step in the same dialog is none
  useEffect(() => {
    if (isOpen) {
      chances.current = 2;
      last.current = dialog;
    }
    if (isOpen || chances.current === 0) return;
    chances.current -= 1;
    focusWhenLost(() => openedFrom(last.current) ?? target.current);
  }, [isOpen, rows]);
  return target;
}

/** What a calendar draws anew while a dialog is open: the meeting that it shows, or the place for a new one. */
function openedFrom(dialog: MeetingDialogPlace): HTMLElement | null {
  if (dialog.kind === 'new') return document.querySelector(`[role="grid"] [${marks.day}][tabindex="0"]`);
  if (dialog.kind !== 'show' && dialog.kind !== 'edit') return null;
  return document.querySelector(`[${marks.meeting}="${CSS.escape(dialog.id)}"]`);
}
