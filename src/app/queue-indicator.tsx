import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import Cloud from 'lucide-react/icons/cloud';
import CloudOff from 'lucide-react/icons/cloud-off';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import { openQueue, type QueueState, useQueueStatus } from '#src/features/queue/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import rail from './nav-rail.module.css';
import styles from './queue-indicator.module.css';

const icons: Record<QueueState, LucideIcon> = {
  online: Cloud,
  offline: CloudOff,
  sending: CloudUpload,
  waiting: Clock,
  attention: CircleAlert,
};

/** The line and the queue at a glance, with the number of what is unsent; it opens «Очередь отправки». */
export function QueueIndicator() {
  const { state, caption, words, total } = useQueueStatus();
  return (
    <button
      type="button"
      className={rail.link}
      aria-haspopup="dialog"
      aria-label={`${caption}. ${words}. Открыть очередь отправки`}
      title={words}
      onClick={() => openQueue()}
    >
      <span className={classNames(styles.icon, styles[state])}>
        <Icon of={icons[state]} />
        {total > 0 ? (
          <span className={styles.count} aria-hidden>
            {total > 99 ? '99+' : total}
          </span>
        ) : null}
      </span>
      <span className={rail.caption}>{caption}</span>
    </button>
  );
}
