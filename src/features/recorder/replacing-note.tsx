import type { Video } from '#contract/protocol.ts';
import { formatTimecode } from '#src/format/index.ts';
import styles from './recorder.module.css';

/** That a protocol has one recording, and which one goes when this one is there. */
export function ReplacingNote({ video }: { video: Video | null | undefined }) {
  if (!video) return null;
  const length = typeof video.duration === 'number' ? formatTimecode(video.duration) : '';
  const which = [video.name ? `«${video.name}»` : '', length].filter(Boolean).join(', ');
  return (
    <p className={styles.note}>
      Когда новая запись загрузится, она займёт место нынешней{which ? `: ${which}` : ''}. Вернуть нынешнюю будет
      нельзя.
    </p>
  );
}
