import type { CalendarRef } from '@fullcalendar/react';
import { type RefObject, useEffect, useRef } from 'react';
import type { MeetingView } from '../base/meetings-address.ts';

interface Opening {
  view: MeetingView;
  calendar: RefObject<CalendarRef | null>;
  frame: RefObject<HTMLElement | null>;
  day: string;
  /** From which time on it is shown. */
  opening: string;
  /** The meetings of these days are there. */
  isRead: boolean;
}

/**
 * Lets hours open where their meetings are, also where those come after the hours are drawn; never under one who is led
 * through them by the keys. `data-placed` says that the calendar has scrolled there: before, nothing is to be seen.
 */
export function useOpening({ calendar, frame, view, day, opening, isRead }: Opening): void {
  const opened = useRef('');
  useEffect(() => {
    const shown = `${view} ${day}`;
    if (!isRead || opened.current === shown) return;
    opened.current = shown;
    if (!frame.current?.contains(document.activeElement)) calendar.current?.getApi().scrollToTime(opening);
  }, [calendar, frame, view, day, opening, isRead]);

  useEffect(() => {
    const element = frame.current;
    const place = () => element?.setAttribute('data-placed', '');
    // A scroll does not bubble.
    element?.addEventListener('scroll', place, { capture: true, once: true });
    return () => element?.removeEventListener('scroll', place, { capture: true });
  }, [frame]);
}
