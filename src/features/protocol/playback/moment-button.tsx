import Play from 'lucide-react/icons/play';
import { use } from 'react';
import type { Evidence } from '#contract/evidence.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Icon } from '#src/ui/index.ts';
import styles from './moment-button.module.css';
import { PlayerContext } from './player-context.ts';

/** The moment of the recording behind a line: one click plays it. A shorter video may have taken its place: it has none. */
export function MomentButton({ evidence }: { evidence: Evidence }) {
  const { play, duration } = use(PlayerContext);
  const time = formatTimecode(evidence.start);
  const isMissing = evidence.start >= duration;
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={isMissing ? `Момента ${time} нет: запись короче` : `Показать запись с ${time}`}
      title={isMissing ? 'Запись короче: этого момента в ней нет' : (evidence.quote ?? undefined)}
      disabled={!play || isMissing}
      onClick={() => play?.(evidence.start)}
    >
      <Icon of={Play} size={12} />
      {time}
    </button>
  );
}
