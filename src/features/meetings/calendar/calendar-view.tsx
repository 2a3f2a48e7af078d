import type { CalendarRef, EventDropInfo, EventResizeDoneInfo } from '@fullcalendar/react';
import FullCalendar from '@fullcalendar/react';
import { NowTimer } from '@fullcalendar/react/protected-api';
import { type CSSProperties, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { type DayRange, formatShortWeekday, formatWeekdayNumber, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { classNames, useMediaQuery } from '#src/ui/index.ts';
import { drawnEnd, type MeetingTimes, morningOf } from '../base/meeting-times.ts';
import type { MeetingView } from '../base/meetings-address.ts';
import { useMeetingFacts } from '../facts/use-meeting-facts.ts';
import { calendarEvents } from './calendar-events.ts';
import { calendarOptions, views } from './calendar-options.ts';
import styles from './calendar-view.module.css';
import { EventContent } from './event-content.tsx';
import { openingTime, shownRange } from './shown-range.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';

/** A clock of the calendar, as far as it is used here: the library does not describe it. */
interface Clock {
  /** It was asked for the time once. */
  isMounted: boolean;
  timeoutId: number;
  handleVisibilityChange: () => void;
  /** Tells the calendar when the time has changed, and sets the timer again. */
  handleRefresh: () => void;
  update: (input: unknown) => unknown;
  setTimeout: (waitMs: number) => void;
}

/**
 * The calendar begins its clocks while React draws it. What React draws in pieces and throws away, for a press that cannot
 * wait, would go on until midnight, and hold all that was drawn: here a clock runs only as long as something holds it.
 */
function weakenClocks(): void {
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

weakenClocks();

interface CalendarViewProps {
  view: Exclude<MeetingView, 'list'>;
  date: Date;
  meetings: readonly Optimistic<Meeting>[];
  /** Another number renders them again: a refused drag leaves its meeting at the wrong place. */
  redraw: number;
  onOpen: (id: string) => void;
  onOpenDay: (day: Date) => void;
  /** A day that is not shown is led to by the keys. */
  onReach: (day: Date) => void;
  /** A day or a time was chosen, or one drawn up to its end. */
  onCreate: (start: Date, end: Date | undefined) => void;
  /** A meeting was dragged. */
  onMove: (meeting: Optimistic<Meeting>, start: Date, end: Date | undefined) => void;
  /** A meeting was moved by a key, perhaps one of several. */
  onNudge: (id: string, times: MeetingTimes) => void;
}

/** The meetings on a month, a week or a day. Memoised: a meeting that opens over it does not draw it. */
export const CalendarView = memo(function CalendarView(props: CalendarViewProps) {
  const { view, date, meetings, redraw } = props;
  const calendar = useRef<CalendarRef>(null);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const facts = useMeetingFacts();
  const drawn = calendarEvents(meetings, facts);
  const drawnKey = JSON.stringify(drawn);
  // The same rows again would put back what is being dragged: they are handed over where they tell something else.
  // biome-ignore lint/correctness/useExhaustiveDependencies: or as a reason to put it back
  const events = useMemo(() => drawn, [drawnKey, redraw]);
  const day = toDayValue(date);
  useEffect(() => {
    calendar.current?.getApi().changeView(views[view], day);
  }, [view, day]);
  const opening = openingTime(meetings, shownRange(view, date));
  useOpening({ calendar, frame, view, day, opening, isRead: meetings.length > 0 });
  const { mounts, status } = useCalendarKeys(frame, {
    ...props,
    meeting: (id) => meetings.find((each) => each.id === id),
    onCreate: (start) => props.onCreate(start, undefined),
  });

  // One set of options for good: with each new one the calendar would compare and draw everything.
  const handlers = useMemo(() => {
    const moved = ({ event, revert }: EventDropInfo | EventResizeDoneInfo) => {
      const meeting = latest.current.meetings.find(({ id }) => id === event.id);
      // Among the whole days a meeting would lose its hours.
      if (meeting && event.start && !event.allDay) latest.current.onMove(meeting, event.start, event.end ?? undefined);
      else revert();
    };
    return { ...calendarOptions, ...mounts, ...pointerOptions(latest), eventDrop: moved, eventResize: moved };
  }, [mounts]);
  const heads = useMemo(
    () => ({
      // The calendar's own words are one letter on a phone, where «П» stands for two days.
      dayHeaderContent: ({ date: each }: { date: Date }) =>
        view === 'month' ? formatShortWeekday(each) : formatWeekdayNumber(each),
    }),
    [view],
  );
  // A seventh of a phone has room for the beginning alone.
  const isTight = useMediaQuery('phone') && view === 'week';
  const hasWholeDays = events.some(({ allDay }) => allDay);

  return (
    <div
      ref={frame}
      className={classNames(styles.calendar, view !== 'month' && styles.hours)}
      style={{ '--weeks': weeksOf(shownRange(view, date)) } as CSSProperties}
    >
      <p ref={status} role="status" className="visually-hidden" />
      <FullCalendar
        ref={calendar}
        {...handlers}
        {...heads}
        initialView={views[view]}
        initialDate={day}
        scrollTime={opening}
        allDaySlot={hasWholeDays}
        {...(isTight ? { displayEventEnd: false } : {})}
        events={events}
        eventContent={EventContent}
      />
    </div>
  );
});

/** How many rows of a month share its height. */
function weeksOf({ first, last }: DayRange): number {
  return Math.round((last.getTime() - first.getTime()) / (7 * 24 * 3_600_000) + 1 / 7);
}

/** Requests by the mouse or by touch. */
function pointerOptions(latest: { readonly current: CalendarViewProps }) {
  return {
    eventClick: ({ event }: { event: { id: string } }) => latest.current.onOpen(event.id),
    navLinkDayClick: (clicked: Date) => latest.current.onOpenDay(clicked),
    select: ({ start, end, allDay }: { start: Date; end: Date; allDay: boolean }) =>
      latest.current.onCreate(allDay ? morningOf(start) : start, drawnEnd(start, end, allDay)),
    dateClick: ({ date, allDay, jsEvent }: { date: Date; allDay: boolean; jsEvent: UIEvent }) => {
      // A mouse has drawn it already; a touch draws only when it is held.
      if (jsEvent.type.startsWith('touch')) latest.current.onCreate(allDay ? morningOf(date) : date, undefined);
    },
  };
}

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
function useOpening({ calendar, frame, view, day, opening, isRead }: Opening): void {
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
