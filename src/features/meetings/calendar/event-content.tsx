import type { EventDisplayInfo } from '@fullcalendar/react';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { unsentStates } from '#src/data/queued/index.ts';
import { formatClock } from '#src/format/index.ts';
import type { Unsent } from '#src/sync/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import { views } from './calendar-options.ts';
import styles from './calendar-view.module.css';

/** A meeting in the calendar: when and what, with a sign in front of the name of one that is not sent yet. */
export function eventContent({ event, view, isNarrow, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const unsent = event.extendedProps.unsent as Unsent | undefined;
  const waits = unsent && unsent.state !== 'sent' ? unsentStates[unsent.state] : undefined;
  // A seventh of a phone has no room for a title that can be read: the month tells when, the meeting itself what.
  const isTime = isNarrow && view.type === views.month && event.start && !event.allDay;
  // What has no room is read whole by who points at it.
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
