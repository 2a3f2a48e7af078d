import FullCalendar, { type CalendarRef, type EventDropInfo, type EventResizeDoneInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import ru from '@fullcalendar/react/locales/ru';
import '@fullcalendar/react/skeleton.css';
import classicTheme from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGrid from '@fullcalendar/react/timegrid';
import { useEffect, useMemo, useRef } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { formatWeekdayNumber, toDayValue } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { calendarEvents } from './calendar-events.ts';
import styles from './calendar-view.module.css';
import { eventContent } from './event-content.tsx';
import type { MeetingView } from './meetings-address.ts';

const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;
const plugins = [dayGrid, timeGrid, interaction, classicTheme];
const weekdayOnly = { weekday: 'short' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

export interface CalendarViewProps {
  view: Exclude<MeetingView, 'list'>;
  date: Date;
  meetings: readonly Laid<Meeting>[];
  /** Another number draws them anew: what was dragged stands where it was not taken. */
  redraw: number;
  onOpen: (id: string) => void;
  onOpenDay: (day: Date) => void;
  /** A day or a time was chosen, or one drawn up to its end. */
  onCreate: (start: Date, end: Date | undefined) => void;
  /** A meeting was dragged. */
  onMove: (meeting: Laid<Meeting>, start: Date, end: Date | undefined) => void;
}

/** The meetings on a month, a week or a day. */
export function CalendarView({ view, date, meetings, redraw, onOpen, onOpenDay, onCreate, onMove }: CalendarViewProps) {
  const calendar = useRef<CalendarRef>(null);
  // The same rows again would put back what is being dragged.
  // biome-ignore lint/correctness/useExhaustiveDependencies: or a reason to put it back
  const events = useMemo(() => calendarEvents(meetings), [meetings, redraw]);
  const day = toDayValue(date);
  useEffect(() => {
    calendar.current?.getApi().changeView(views[view], day);
  }, [view, day]);

  const moved = ({ event, revert }: EventDropInfo | EventResizeDoneInfo) => {
    const meeting = meetings.find(({ id }) => id === event.id);
    // Among the whole days a meeting would lose its hours.
    if (meeting && event.start && !event.allDay) onMove(meeting, event.start, event.end ?? undefined);
    else revert();
  };

  return (
    <div className={styles.calendar}>
      <FullCalendar
        ref={calendar}
        plugins={plugins}
        locale={ru}
        initialView={views[view]}
        initialDate={day}
        headerToolbar={false}
        firstDay={1}
        fixedWeekCount={false}
        height="max(520px, 100dvh - 168px)"
        borderless
        eventTitleClass={styles.title}
        dayCellTopInnerClass={({ isToday }) => (isToday ? styles.today : undefined)}
        dayHeaderClass={styles.dayName}
        slotHeaderClass={styles.hour}
        scrollTime="08:00:00"
        nowIndicator
        allDaySlot={events.some(({ allDay }) => allDay)}
        allDayText="Весь день"
        timedText="По времени"
        eventsHint="Встречи"
        closeHint="Закрыть"
        navLinkHint="Открыть день: $0"
        popoverClass={styles.popover}
        dayHeaderFormat={weekdayOnly}
        dayHeaderContent={({ date: day, text }) => (view === 'month' ? text : formatWeekdayNumber(day))}
        slotHeaderFormat={clock}
        eventTimeFormat={clock}
        dayMaxEvents
        moreLinkText={(more) => `ещё ${more}`}
        moreLinkHint={(more) => `Ещё ${counted(more, 'встреча', 'встречи', 'встреч')}`}
        events={events}
        eventContent={eventContent}
        eventInteractive
        eventClick={({ event }) => onOpen(event.id)}
        navLinks
        navLinkDayClick={(clicked) => onOpenDay(clicked)}
        editable
        eventDrop={moved}
        eventResize={moved}
        selectable
        selectMirror
        select={({ start, end, allDay }) => onCreate(allDay ? morningOf(start) : start, drawnEnd(start, end, allDay))}
        dateClick={({ date: clicked, allDay, jsEvent }) => {
          // A mouse has drawn it already; a touch draws only when it is held.
          if (jsEvent.type.startsWith('touch')) onCreate(allDay ? morningOf(clicked) : clicked, undefined);
        }}
      />
    </div>
  );
}

const slot = 30 * 60_000;
const usualHour = 10;

/** A chosen day has no hour yet. */
function morningOf(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate(), usualHour);
}

/** A single slot is a click: its meeting takes its usual length. So does one of days. */
function drawnEnd(start: Date, end: Date, allDay: boolean): Date | undefined {
  return !allDay && end.getTime() - start.getTime() > slot ? end : undefined;
}
