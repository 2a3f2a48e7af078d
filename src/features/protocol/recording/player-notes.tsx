import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Video } from '#contract/recordings/recording.ts';
import { Button, buttonClass, Icon } from '#src/ui/index.ts';
import styles from './player.module.css';

/** Why a recording does not play: file or network unreachable, format or file unreadable, length zero. */
export type PlayerTrouble = 'closed' | 'unreadable' | 'empty';

const words: Record<PlayerTrouble, string> = {
  closed: 'Запись не открывается. Она сохранена на сервере.',
  unreadable:
    'Браузер не может показать эту запись: файл повреждён или в формате, которого он не знает. Она сохранена на сервере: её можно скачать и открыть в другой программе.',
  empty: 'В записи ничего нет: её длина — 0\u00A0секунд. Выберите другое видео или запишите встречу заново.',
};

interface PlayerTroubleNoteProps {
  trouble: PlayerTrouble;
  address: string | undefined;
  onRetry: () => void;
}

/** Message in place of a player that cannot play: what happened, what is safe, what to do. */
export function PlayerTroubleNote({ trouble, address, onRetry }: PlayerTroubleNoteProps) {
  return (
    <div className={styles.broken} role="alert">
      <p>{words[trouble]}</p>
      <div className={styles.ways}>
        <Button size="small" onClick={onRetry}>
          Повторить
        </Button>
        {trouble === 'unreadable' && address ? (
          <a className={buttonClass({ size: 'small' })} href={address} download="">
            Скачать запись
          </a>
        ) : null}
      </div>
    </div>
  );
}

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
