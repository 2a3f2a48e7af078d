import Play from 'lucide-react/icons/play';
import { use } from 'react';
import type { Evidence } from '#contract/evidence.ts';
import { Icon } from '#src/components/icon.tsx';
import { formatTimecode } from '#src/lib/dates.ts';
import styles from '../protocol-sheet.module.css';
import { PlayerContext } from './player-context.ts';

/** The moment of the recording behind a line: one click plays it. */
export function MomentButton({ evidence }: { evidence: Evidence }) {
  const { play } = use(PlayerContext);
  const time = formatTimecode(evidence.start);
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={`Показать запись с ${time}`}
      title={evidence.quote ?? undefined}
      disabled={!play}
      onClick={() => play?.(evidence.start)}
    >
      <Icon of={Play} size={12} />
      {time}
    </button>
  );
}
