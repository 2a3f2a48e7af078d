import { openQueue } from '#src/lib/queue-panel.ts';
import type { Unsent } from '#src/lib/writes/unsent.ts';
import type { WriteState } from '#src/offline/outbox-row.ts';
import { Badge, type Tone } from './badge.tsx';
import styles from './unsent-mark.module.css';

const marks: Record<Exclude<WriteState, 'sent'>, [words: string, tone: Tone]> = {
  waiting: ['ожидает отправки', 'plain'],
  failed: ['не отправлено', 'bad'],
  conflict: ['конфликт версий', 'bad'],
  unsure: ['нужно решение', 'warn'],
  unnamed: ['нужно решение', 'warn'],
};

/** What is unsent of a thing, in words; it opens the queue over the screen. Nothing where the server has all of it. */
export function UnsentMark({ unsent }: { unsent: Unsent | undefined }) {
  if (!unsent || unsent.state === 'sent') return null;
  const [words, tone] = marks[unsent.state];
  return (
    <button
      type="button"
      className={styles.mark}
      aria-haspopup="dialog"
      title="Открыть очередь отправки"
      onClick={() => openQueue(unsent.writes)}
    >
      <Badge tone={tone}>{words}</Badge>
    </button>
  );
}
