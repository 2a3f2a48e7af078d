import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Video } from '#contract/protocol.ts';
import { Icon } from '#src/ui/index.ts';
import styles from './player.module.css';

/** Warnings of what the recording lacks, as the processing found; they stay as long as the recording does. */
export function RecordingWarnings({ warnings }: Pick<Video, 'warnings'>) {
  if (!warnings?.length) return null;
  return (
    <ul className={styles.warnings} aria-label="Чего не хватает в записи">
      {warnings.map(({ text }) => (
        <li key={text} className={styles.warning}>
          <Icon of={TriangleAlert} size={18} />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
