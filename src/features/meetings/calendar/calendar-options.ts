import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import type { CalendarOptions, EventDisplayInfo, EventInput } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import ru from '@fullcalendar/react/locales/ru';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { meetingDays, meetingTitle } from '#src/data/meeting/index.ts';
import { counted, listedName, readDate } from '#src/format/index.ts';
import type { Optimistic, Unsent } from '#src/sync/index.ts';
import { classNames } from '#src/ui/index.ts';
import type { MeetingFacts } from '../facts/use-meeting-facts.ts';
import styles from './calendar-view.module.css';
import marks from './meeting-marks.module.css';

export const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/** The constant options of the calendar: plugins, texts and interactions. */
export const calendarOptions: CalendarOptions = {
  plugins: [dayGrid, timeGrid, interaction, classicTheme],
  locale: ru,
  headerToolbar: false,
  firstDay: 1,
  fixedWeekCount: false,
  height: 'max(520px, 100dvh - 156px)',
  borderless: true,
  // Same value as in the styles, so that half hours have their height before the calendar has measured itself.
  slotMinHeight: 25,
  // The styles decide what fits into one row: they depend on the font size.
  eventShortHeight: 0,
  // A quarter of an hour has room for one row, as in the styles.
  eventMinHeight: 18,
  nowIndicator: true,
  dayMaxEvents: true,
  navLinks: true,
  editable: true,
  eventInteractive: true,
  eventResizableFromStart: true,
  selectable: true,
  selectMirror: true,
  // Side by side: an overlapped meeting would be unreadable.
  slotEventOverlap: false,

  allDayText: 'Весь день',
  timedText: 'По времени',
  eventsHint: 'Встречи',
  closeHint: 'Закрыть',
  navLinkHint: 'Открыть день: $0',
  moreLinkText: (more: number) => `ещё ${more}`,
  moreLinkHint: (more: number) => `Ещё ${counted(more, 'встреча', 'встречи', 'встреч')}`,
  dayHeaderFormat: { weekday: 'short' },
  slotHeaderFormat: clock,
  eventTimeFormat: clock,

  eventTitleClass: styles.title,
  eventTimeClass: styles.time,
  columnEventClass: (info) => classNames(styles.meeting, marks.block, marks.hour, stateClass(info)),
  columnEventInnerClass: styles.lines,
  listItemEventClass: (info) =>
    classNames(...(info.isNarrow ? [styles.chip, marks.block] : [marks.item]), stateClass(info)),
  // The app renders an icon of its own before the title.
  listItemEventBeforeClass: styles.noDot,
  listItemEventInnerClass: ({ isNarrow }) => (isNarrow ? '' : (marks.room ?? '')),
  rowEventClass: (info) => classNames(styles.row, marks.block, stateClass(info)),
  rowMoreLinkClass: styles.row,
  dayCellTopInnerClass: ({ isToday }: { isToday: boolean }) =>
    [styles.dayNumber, isToday && styles.today].filter(Boolean).join(' '),
  dayHeaderClass: ({ isToday }: { isToday: boolean }) =>
    [styles.dayName, isToday && styles.today].filter(Boolean).join(' '),
  dayHeaderInnerClass: styles.dayNameInner,
  slotHeaderClass: styles.hour,
  slotLaneClass: styles.lane,
  popoverClass: styles.popover,
};

/** Returns the classes of a past meeting and of one without its protocol. */
function stateClass({ event }: EventDisplayInfo): string {
  const { isPast, mark } = event.extendedProps as DrawnMeeting;
  return classNames(isPast && marks.past, mark?.kind === 'missing' && marks.missing);
}

/** Facts of a meeting that the calendar shows besides its times and title. */
export interface DrawnMeeting extends MeetingFacts {
  unsent: Unsent | undefined;
  /** Whether it belongs to a series. */
  repeats: boolean;
  /** Number of mails about it that mailboxes refused; 0 once it is over. */
  refused: number;
  /** Number of meetings that share its day, and in a month the space of that day; 0 where it lasts several days. */
  beside: number;
}

const shortest = 60 * 60_000;

/** Returns the meetings that have a date, as events of the calendar. */
export function calendarEvents(
  meetings: readonly Optimistic<Meeting>[],
  facts: (meeting: Meeting) => MeetingFacts,
): EventInput[] {
  const counts = Map.groupBy(meetings.flatMap(meetingDays), (day) => day);
  return meetings.flatMap((meeting) => {
    const { id, start_at, end_at, unsent } = meeting;
    const start = readDate(start_at);
    if (!start) return [];
    const end = readDate(end_at);
    const isDay = start_at?.length === 10;
    const [day = '', ...others] = meetingDays(meeting);
    const beside = others.length > 0 ? 0 : (counts.get(day)?.length ?? 1);
    const known = facts(meeting);
    const refused = known.isPast ? 0 : (meeting.invitations?.refused ?? 0);
    const drawn: DrawnMeeting = { ...known, unsent, beside, refused, repeats: Boolean(meeting.series) };
    return {
      id,
      title: listedName(meetingTitle(meeting)),
      start,
      end: end && end > start ? end : new Date(start.getTime() + shortest),
      allDay: isDay,
      editable: !isDay,
      extendedProps: drawn,
    };
  });
}
