import type { Video } from '#contract/recordings/recording.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { formatTimecode } from '#src/format/index.ts';
import styles from './recorder.module.css';

/** Note about what happens to the protocol's recording once this one is there. */
export function ReplacingNote({ video }: { video: Video | null | undefined }) {
  const { recordings: hasParts } = useOffers();
  if (!video) return null;
  if (hasParts) return <p className={styles.note}>Она станет следующей частью: записи, которые уже есть, останутся.</p>;
  if (hasParts === undefined)
    return (
      <p className={styles.note}>
        Сервер ещё не ответил. Если он хранит несколько записей, она станет следующей частью, если только одну{'\u00A0'}
        — заменит нынешнюю.
      </p>
    );
  const length = typeof video.duration === 'number' ? formatTimecode(video.duration) : '';
  const which = [video.name ? `«${video.name}»` : '', length].filter(Boolean).join(', ');
  return (
    <p className={styles.note}>
      Когда новая запись загрузится, она займёт место нынешней{which ? `: ${which}` : ''}. Вернуть нынешнюю будет
      нельзя.
    </p>
  );
}
