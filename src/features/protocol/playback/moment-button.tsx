import Play from 'lucide-react/icons/play';
import { use } from 'react';
import type { Evidence } from '#contract/evidence.ts';
import { formatTimecode } from '#src/format/index.ts';
import { Icon } from '#src/ui/index.ts';
import styles from './moment-button.module.css';
import { momentPlace } from './moment-place.ts';
import { PlayerContext } from './player-context.ts';

/**
 * Button that plays the moment behind a line; disabled where there is none, for instance in a shorter replacement
 * video.
 */
export function MomentButton({ evidence }: { evidence: Evidence }) {
  const player = use(PlayerContext);
  const { play } = player;
  const { part, recordingId, missing } = momentPlace(evidence, player);
  const time = formatTimecode(evidence.start);
  const words = part ? `${part}, ${time}` : time;
  return (
    <button
      type="button"
      className={styles.moment}
      aria-label={
        missing
          ? `Момента ${words} нет: ${missing}`
          : part
            ? `Показать запись: ${part}, с ${time}`
            : `Показать запись с ${time}`
      }
      title={missing ? `В этой записи такого момента нет: ${missing}` : (evidence.quote ?? undefined)}
      disabled={!play || missing !== undefined}
      onClick={() => play?.(evidence.start, recordingId)}
    >
      <Icon of={Play} size={12} />
      {words}
    </button>
  );
}
