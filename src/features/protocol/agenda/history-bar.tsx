import Redo2 from 'lucide-react/icons/redo-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#src/ui/index.ts';
import type { AgendaHistory, Way } from '../editing/agenda-history.ts';
import styles from './history-bar.module.css';

interface HistoryBarProps {
  history: AgendaHistory;
  onStep: (way: Way) => void;
}

/** What was done to the agenda last, with the way back and forth; nothing where nothing was done on this visit. */
export function HistoryBar({ history, onStep }: HistoryBarProps) {
  const done = useSyncExternalStore(history.subscribe, () => history.next('undo'));
  const undone = useSyncExternalStore(history.subscribe, () => history.next('redo'));
  if (!done && !undone) return null;
  return (
    <div role="toolbar" aria-label="Изменения повестки" className={styles.bar}>
      <span className={styles.words}>{done?.words ?? `Отменено: ${lower(undone?.words ?? '')}`}</span>
      <IconButton
        icon={Undo2}
        size="small"
        label={done ? `Отменить: ${lower(done.words)}` : 'Отменить: нечего'}
        aria-disabled={!done}
        aria-keyshortcuts="Control+Z"
        onClick={() => done && onStep('undo')}
      />
      <IconButton
        icon={Redo2}
        size="small"
        label={undone ? `Повторить: ${lower(undone.words)}` : 'Повторить: нечего'}
        aria-disabled={!undone}
        aria-keyshortcuts="Control+Shift+Z"
        onClick={() => undone && onStep('redo')}
      />
    </div>
  );
}

export function lower(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
