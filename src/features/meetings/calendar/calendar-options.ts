import type { CalendarOptions } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import ru from '@fullcalendar/react/locales/ru';
import '@fullcalendar/react/skeleton.css';
import classicTheme from '@fullcalendar/react/themes/classic';
import '@fullcalendar/react/themes/classic/theme.css';
import timeGrid from '@fullcalendar/react/timegrid';
import { counted } from '#src/format/index.ts';
import styles from './calendar-view.module.css';

export const views = { month: 'dayGridMonth', week: 'timeGridWeek', day: 'timeGridDay' } as const;

const clock = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/** What never changes of the calendar: its parts, its words, and what may be done in it. */
export const calendarOptions: CalendarOptions = {
  plugins: [dayGrid, timeGrid, interaction, classicTheme],
  locale: ru,
  headerToolbar: false,
  firstDay: 1,
  fixedWeekCount: false,
  height: 'max(520px, 100dvh - 156px)',
  borderless: true,
  // As in the styles, so that half hours have their height before the calendar has measured itself.
  slotMinHeight: 25,
  // What stands in one line is told by the styles, which know the size of the letters.
  eventShortHeight: 0,
  // A quarter of an hour has room for a line, as in the styles.
  eventMinHeight: 18,
  nowIndicator: true,
  dayMaxEvents: true,
  navLinks: true,
  editable: true,
  eventInteractive: true,
  eventResizableFromStart: true,
  selectable: true,
  selectMirror: true,
  // Beside each other: what lies under another one cannot be read.
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
  columnEventClass: styles.meeting,
  columnEventInnerClass: styles.lines,
  listItemEventClass: ({ isNarrow }: { isNarrow: boolean }) => (isNarrow ? styles.chip : styles.row),
  listItemEventBeforeClass: ({ isNarrow }: { isNarrow: boolean }) => (isNarrow ? styles.noDot : ''),
  rowEventClass: styles.row,
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
