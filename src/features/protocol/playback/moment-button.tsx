import Play from 'lucide-react/icons/play';
import { use } from 'react';
import type { Evidence } from '#contract/evidence.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Icon } from '#src/ui/index.ts';
import { isMomentOf } from './chapters.ts';
import styles from './moment-button.module.css';
import { PlayerContext } from './player-context.ts';

/** The moment of the recording behind a line: one click plays it. A shorter video may have taken its place: it has none. */
export function MomentButton({ evidence }: { evidence: Evidence }) {
  const { play, duration, recordingId } = use(PlayerContext);
  const time = formatTimecode(evidence.start);
  const isElsewhere = !isMomentOf(evidence, { upload_id: recordingId });
  const isMissing = isElsewhere || evidence.start >= duration;
  const why = isElsewhere ? 'он в другой записи' : 'запись короче';
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={isMissing ? `Момента ${time} нет: ${why}` : `Показать запись с ${time}`}
      title={isMissing ? `В этой записи такого момента нет: ${why}` : (evidence.quote ?? undefined)}
      disabled={!play || isMissing}
      onClick={() => play?.(evidence.start)}
    >
      <Icon of={Play} size={12} />
      {time}
    </button>
  );
}
