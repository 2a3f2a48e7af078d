import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import type { CalendarOptions, EventDisplayInfo } from '@fullcalendar/react';
import dayGrid from '@fullcalendar/react/daygrid';
import interaction from '@fullcalendar/react/interaction';
import ru from '@fullcalendar/react/locales/ru';
import classicTheme from '@fullcalendar/react/themes/classic';
import timeGrid from '@fullcalendar/react/timegrid';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { unsentStates } from '#src/data/queued/index.ts';
import { counted, formatClock } from '#src/format/index.ts';
import type { Unsent } from '#src/sync/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import styles from './calendar-view.module.css';

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
  // As in the styles, so that half hours have their height before the calendar has measured itself.
  slotMinHeight: 25,
  // The styles decide what fits into one row: they know the size of the letters.
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
  // Side by side: an overlapped meeting could not be read.
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

/** A meeting in the calendar: when and what, with a sign in front of the name of one that is not sent yet. */
export function eventContent({ event, view, isNarrow, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const unsent = event.extendedProps.unsent as Unsent | undefined;
  const waits = unsent && unsent.state !== 'sent' ? unsentStates[unsent.state] : undefined;
  // A seventh of a phone has no room for a title that can be read: the month tells when, the meeting itself what.
  const isTime = isNarrow && view.type === views.month && event.start && !event.allDay;
  // A tooltip with the whole text, which may be cut off.
  const whole = waits ? `${event.title}, ${waits.words}` : event.title;
  const mark = waits ? (
    <span className={styles.unsent}>
      <Icon of={waits.tone === 'plain' ? CloudUpload : TriangleAlert} size={12} />
    </span>
  ) : null;
  const [start = '', end] = timeText.split('–');
  const words = waits ? <span className="visually-hidden">, {waits.words}</span> : null;
  if (isTime && event.start) {
    return (
      <div className={classNames(titleClass, styles.alone)} title={whole}>
        {mark}
        <Clock time={formatClock(event.start)} />
        <span className="visually-hidden"> {event.title}</span>
        {words}
      </div>
    );
  }
  return (
    <>
      {timeText ? (
        <div className={timeClass} title={`${timeText} ${whole}`}>
          <Clock time={start} />
          {end ? (
            <span className={styles.end}>
              –<Clock time={end} />
            </span>
          ) : null}
        </div>
      ) : null}
      <div className={titleClass} title={whole}>
        {mark}
        {event.title}
        {words}
      </div>
    </>
  );
}

/** «14:00», in two lines where there is no room for one: where not even for its colon, the styles leave that out. */
function Clock({ time }: { time: string }) {
  const [hours, minutes] = time.split(':');
  return (
    <>
      {hours}
      <span className={styles.colon}>:</span>
      <wbr />
      <span className={styles.minutes}>{minutes}</span>
    </>
  );
}
