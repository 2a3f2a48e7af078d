import type { EventDisplayInfo } from '@fullcalendar/react';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { Icon } from '#src/components/icon.tsx';
import type { Unsent } from '#src/lib/writes/unsent.ts';
import { unsentStates } from '#src/lib/writes/write-words.ts';
import styles from './calendar-view.module.css';

/** A meeting as the calendar draws it, with a sign in front of the name of one that is not sent yet. */
export function eventContent({ event, timeText, timeClass, titleClass }: EventDisplayInfo) {
  const unsent = event.extendedProps.unsent as Unsent | undefined;
  // The calendar's own drawing.
  if (!unsent || unsent.state === 'sent') return true;
  const { words, tone } = unsentStates[unsent.state];
  return (
    <>
      {timeText ? <div className={timeClass}>{timeText}</div> : null}
      <div className={titleClass} title={words}>
        <span className={styles.unsent}>
          <Icon of={tone === 'plain' ? CloudUpload : TriangleAlert} size={12} />
        </span>
        {event.title}
        <span className="visually-hidden">, {words}</span>
      </div>
    </>
  );
}
