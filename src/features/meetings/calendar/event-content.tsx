import type { EventDisplayInfo } from '@fullcalendar/react';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import MailX from 'lucide-react/icons/mail-x';
import Repeat from 'lucide-react/icons/repeat';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { CSSProperties, ReactNode } from 'react';
import { refusedWords } from '#src/data/meeting/index.ts';
import { unsentStates } from '#src/data/queued/index.ts';
import { formatClock } from '#src/format/index.ts';
import type { Unsent } from '#src/sync/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import { ProtocolIcon } from '../facts/protocol-icon.tsx';
import { type DrawnMeeting, views } from './calendar-options.ts';
import styles from './calendar-view.module.css';
import marks from './meeting-marks.module.css';

/**
 * A meeting in the calendar: state of its protocol, time, title and body. What only an icon shows is repeated in words
 * for screen readers and in the tooltip, which holds the full text.
 */
export function EventContent({ event, view, isNarrow, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const { unsent, mark, body, beside, repeats, refused } = event.extendedProps as DrawnMeeting;
  const waits = unsentWords(unsent);
  const signs = [mark?.words, repeats && 'повторяется', refused > 0 && refusedWords(refused), waits];
  const label = [body, ...signs].filter(Boolean).join(', ');
  const whole = [event.title, label].filter(Boolean).join(', ');
  const words = <Heard>{signs.filter(Boolean).join(', ')}</Heard>;
  const isMonth = view.type === views.month && event.start && !event.allDay;
  // A month cell on a phone is too narrow for a readable title: it shows the time only; the open meeting shows the
  // title.
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
          <Signs repeats={repeats} refused={refused} />
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
        <Signs repeats={repeats} refused={refused} />
        {words}
      </div>
      {body ? <div className={marks.body}>{body}</div> : null}
    </>
  );
}

function unsentWords(unsent: Unsent | undefined): string | undefined {
  return unsent && unsent.state !== 'sent' ? unsentStates[unsent.state].words : undefined;
}

/** Icon before the title of a meeting that has not been sent yet. */
function UnsentSign({ unsent }: { unsent: Unsent | undefined }) {
  if (!unsent || unsent.state === 'sent') return null;
  const { tone } = unsentStates[unsent.state];
  return (
    <span className={styles.unsent}>
      <Icon of={tone === 'plain' ? CloudUpload : TriangleAlert} size={12} />
    </span>
  );
}

/** Icons after the title: of a meeting of a series, and of one about which a mail was refused. */
function Signs({ repeats, refused }: Pick<DrawnMeeting, 'repeats' | 'refused'>) {
  return [repeats && Repeat, refused > 0 && MailX].map((of) =>
    of ? (
      <span key={of === Repeat ? 'repeats' : 'refused'} className={styles.sign}>
        <Icon of={of} size={12} />
      </span>
    ) : null,
  );
}

function Heard({ children }: { children: ReactNode }) {
  return children ? <span className="visually-hidden">, {children}</span> : null;
}

/**
 * «14:00», broken into two lines where there is no room for one; the styles drop the colon where even that is too wide.
 */
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
