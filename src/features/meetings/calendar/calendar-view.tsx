import FullCalendar, { type CalendarRef, type EventDropInfo, type EventResizeDoneInfo } from '@fullcalendar/react';
import { NowTimer } from '@fullcalendar/react/protected-api';
import { type CSSProperties, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { type DayRange, formatShortWeekday, formatWeekdayNumber, toDayValue } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { classNames, useMediaQuery } from '#src/ui/index.ts';
import { drawnEnd, type MeetingTimes, morningOf } from '../base/meeting-times.ts';
import type { MeetingView } from '../base/meetings-address.ts';
import { useMeetingFacts } from '../facts/use-meeting-facts.ts';
import { calendarEvents, calendarOptions, views } from './calendar-options.ts';
import styles from './calendar-view.module.css';
import { EventContent } from './event-content.tsx';
import { openingTime, shownRange } from './shown-range.ts';
import { useCalendarKeys } from './use-calendar-keys.ts';

/** Undocumented timer of the calendar library, as far as it is used here. */
interface Clock {
  /** Whether the time has been requested once. */
  isMounted: boolean;
  timeoutId: number;
  handleVisibilityChange: () => void;
  /** Tells the calendar when the time has changed, and restarts the timer. */
  handleRefresh: () => void;
  update: (input: unknown) => unknown;
  setTimeout: (waitMs: number) => void;
}

/**
 * Makes the calendar's timers hold their owner weakly. The calendar starts them during rendering; when React discards a
 * concurrent render, its timer would run until midnight and retain everything that was rendered.
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

/** Returns a listener that refreshes the timer when the page becomes visible again. */
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
  /** A change renders the meetings again: a refused drag leaves its meeting at the wrong place. */
  redraw: number;
  onOpen: (id: string) => void;
  onOpenDay: (day: Date) => void;
  /** Called when the keys lead to a day that is not shown. */
  onReach: (day: Date) => void;
  /** Called when a day or a time was chosen, or a range was drawn up to its end. */
  onCreate: (start: Date, end: Date | undefined) => void;
  /** Called when a meeting was dragged. */
  onMove: (meeting: Optimistic<Meeting>, start: Date, end: Date | undefined) => void;
  /** Called for each step by which keys move a meeting. */
  onNudge: (id: string, times: MeetingTimes) => void;
}

/** Calendar of a month, a week or a day. Memoised: opening a meeting over it does not render it again. */
export const CalendarView = memo(function CalendarView(props: CalendarViewProps) {
  const { view, date, meetings, redraw } = props;
  const calendar = useRef<CalendarRef>(null);
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const facts = useMeetingFacts();
  const drawn = calendarEvents(meetings, facts);
  const drawnKey = JSON.stringify(drawn);
  // A new but equal array would reset a meeting that is being dragged, so it changes only with its content.
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

  // The options keep their identity: for new ones the calendar would compare and render everything.
  const handlers = useMemo(() => {
    const moved = ({ event, revert }: EventDropInfo | EventResizeDoneInfo) => {
      const meeting = latest.current.meetings.find(({ id }) => id === event.id);
      // Dropped among the all-day events, a meeting would lose its hours.
      if (meeting && event.start && !event.allDay) latest.current.onMove(meeting, event.start, event.end ?? undefined);
      else revert();
    };
    return { ...calendarOptions, ...mounts, ...pointerOptions(latest), eventDrop: moved, eventResize: moved };
  }, [mounts]);
  const heads = useMemo(
    () => ({
      // On a phone the calendar's own day names have one letter, and «П» stands for two days.
      dayHeaderContent: ({ date: each }: { date: Date }) =>
        view === 'month' ? formatShortWeekday(each) : formatWeekdayNumber(each),
    }),
    [view],
  );
  // On a phone a column of the week has room for the start time only.
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

/** Returns the number of week rows in the range. */
function weeksOf({ first, last }: DayRange): number {
  return Math.round((last.getTime() - first.getTime()) / (7 * 24 * 3_600_000) + 1 / 7);
}

/** Handlers of mouse and touch. */
function pointerOptions(latest: { readonly current: CalendarViewProps }) {
  return {
    eventClick: ({ event }: { event: { id: string } }) => latest.current.onOpen(event.id),
    navLinkDayClick: (clicked: Date) => latest.current.onOpenDay(clicked),
    select: ({ start, end, allDay }: { start: Date; end: Date; allDay: boolean }) =>
      latest.current.onCreate(allDay ? morningOf(start) : start, drawnEnd(start, end, allDay)),
    dateClick: ({ date, allDay, jsEvent }: { date: Date; allDay: boolean; jsEvent: UIEvent }) => {
      // A mouse click has already fired `select`; touch selects only on a long press.
      if (jsEvent.type.startsWith('touch')) latest.current.onCreate(allDay ? morningOf(date) : date, undefined);
    },
  };
}

interface Opening {
  view: MeetingView;
  calendar: RefObject<CalendarRef | null>;
  frame: RefObject<HTMLElement | null>;
  day: string;
  /** Time to scroll to. */
  opening: string;
  /** Whether the meetings of these days have been read. */
  isRead: boolean;
}

/**
 * Scrolls a week or day to its meetings once they are read, but never while the focus is in the calendar. `data-placed`
 * is set after the first scroll; before it the calendar is hidden.
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
    // Scroll events do not bubble.
    element?.addEventListener('scroll', place, { capture: true, once: true });
    return () => element?.removeEventListener('scroll', place, { capture: true });
  }, [frame]);
}
