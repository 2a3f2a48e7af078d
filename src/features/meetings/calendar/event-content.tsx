import type { EventDisplayInfo } from '@fullcalendar/react';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import Repeat from 'lucide-react/icons/repeat';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CSSProperties, ReactNode } from 'react';
import { unsentStates } from '#src/data/queued/index.ts';
import { formatClock } from '#src/format/index.ts';
import type { Unsent } from '#src/sync/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import { ProtocolIcon } from '../facts/protocol-icon.tsx';
import type { DrawnMeeting } from './calendar-events.ts';
import { views } from './calendar-options.ts';
import styles from './calendar-view.module.css';
import marks from './meeting-marks.module.css';

/**
 * A meeting in the calendar: how it stands with its protocol, when, what, and of which body it is. What is told by a sign
 * alone stands there in words for whoever hears it, and in the tooltip, which has the whole text.
 */
export function EventContent({ event, view, isNarrow, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const { unsent, mark, body, beside, repeats } = event.extendedProps as DrawnMeeting;
  const waits = unsentWords(unsent);
  const label = [body, mark?.words, repeats && 'повторяется', waits].filter(Boolean).join(', ');
  const whole = [event.title, label].filter(Boolean).join(', ');
  const words = <Heard>{[mark?.words, repeats && 'повторяется', waits].filter(Boolean).join(', ')}</Heard>;
  const isMonth = view.type === views.month && event.start && !event.allDay;
  // A seventh of a phone has no room for a title that can be read: the month tells when, the meeting itself what.
  if (isMonth && isNarrow) {
    return (
      <div className={classNames(titleClass, styles.alone)} title={whole}>
        <UnsentSign unsent={unsent} />
        <Clock time={formatClock(event.start)} />
        <span className="visually-hidden"> {event.title}</span>
        <Heard>{label}</Heard>
      </div>
    );
  }
  const sign = mark ? <ProtocolIcon mark={mark} className={marks.sign} /> : <span className={marks.dot} />;
  if (isMonth && beside > 0) {
    return (
      <div className={marks.words} style={{ '--beside': beside } as CSSProperties} title={`${timeText} ${whole}`}>
        {sign}
        <span>{timeText} </span>
        <span className={marks.name}>
          <UnsentSign unsent={unsent} />
          {event.title}
          <RepeatSign repeats={repeats} />
        </span>
        {body ? <span className={marks.body}> · {body}</span> : null}
        {words}
      </div>
    );
  }
  const [start = '', end] = timeText.split('–');
  return (
    <>
      {timeText ? (
        <div className={timeClass} title={`${timeText} ${whole}`}>
          {mark ? sign : null}
          <Clock time={start} />
          {end ? (
            <span className={styles.end}>
              –<Clock time={end} />
            </span>
          ) : null}
        </div>
      ) : null}
      <div className={titleClass} title={whole}>
        <UnsentSign unsent={unsent} />
        {event.title}
        <RepeatSign repeats={repeats} />
        {words}
      </div>
      {body ? <div className={marks.body}>{body}</div> : null}
    </>
  );
}

function unsentWords(unsent: Unsent | undefined): string | undefined {
  return unsent && unsent.state !== 'sent' ? unsentStates[unsent.state].words : undefined;
}

/** Before the name of one that is not sent yet. */
function UnsentSign({ unsent }: { unsent: Unsent | undefined }) {
  if (!unsent || unsent.state === 'sent') return null;
  const { tone } = unsentStates[unsent.state];
  return (
    <span className={styles.unsent}>
      <Icon of={tone === 'plain' ? CloudUpload : TriangleAlert} size={12} />
    </span>
  );
}

/** After the name of one of a series. */
function RepeatSign({ repeats }: { repeats: boolean }) {
  return repeats ? (
    <span className={styles.repeats}>
      <Icon of={Repeat} size={12} />
    </span>
  ) : null;
}

function Heard({ children }: { children: ReactNode }) {
  return children ? <span className="visually-hidden">, {children}</span> : null;
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
