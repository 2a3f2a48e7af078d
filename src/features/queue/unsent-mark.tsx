import { unsentStates } from '#src/data/queued/index.ts';
import type { Unsent } from '#src/sync/index.ts';
import { Badge } from '#src/ui/index.ts';
import { openQueue } from './queue-panel.ts';
import styles from './unsent-mark.module.css';

/**
 * State of a thing's unsent mutations as a button that opens the queue; renders nothing where the server has
 * everything.
 */
export function UnsentMark({ unsent }: { unsent: Unsent | undefined }) {
  if (!unsent || unsent.state === 'sent') return null;
  const { words, tone } = unsentStates[unsent.state];
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
