import { useId } from 'react';
import { formatTimecode } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, layout } from '#src/ui/index.ts';
import { lineEdit } from './line-edit.ts';
import styles from './transcript.module.css';
import { useConflictEnd } from './use-conflict-end.ts';
import { isDisputed, type LineConflict, type LinePlace } from './use-line-conflicts.ts';

interface LinesConflictChoiceProps {
  conflict: LineConflict;
  /** It is decided; `words` tell how. */
  onDone: (words: string) => void;
}

/** Several lines that were corrected at once, some of them by somebody else too: all as written here, or those as they are. */
export function LinesConflictChoice({ conflict, onDone }: LinesConflictChoiceProps) {
  const { lines } = conflict;
  const heading = useId();
  const { save, drop } = useConflictEnd(conflict, onDone);
  const disputed = lines.filter(isDisputed);
  const busy = save.isPending || drop.isPending;
  const error = save.error ?? drop.error;
  return (
    <section className={styles.conflict} aria-labelledby={heading}>
      <p id={heading} className={styles.conflictTitle}>
        Эти строки исправили и в другом месте
      </p>
      <ul>
        {disputed.map(({ mine, theirs }) => (
          <li key={mine.id}>
            <p className={styles.note}>{theirs ? formatTimecode(theirs.start) : 'Строки больше нет'}</p>
            {theirs ? <p dir="auto">На сервере: {wordsOf(theirs)}</p> : null}
            <p dir="auto">Моя правка: {wordsOf({ ...theirs, ...mine })}</p>
          </li>
        ))}
      </ul>
      {error ? (
        <p className={styles.failure} role="alert">
          {errorWords(error).words}
        </p>
      ) : null}
      <div className={layout.centredRow(2)}>
        <Button size="small" busy={busy} onClick={() => save.mutate(lines.flatMap(overTheirs))}>
          Сохранить мои
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={busy}
          onClick={() => save.mutate(lines.filter((line) => !isDisputed(line)).flatMap(overTheirs))}
        >
          Оставить эти строки как на сервере
        </Button>
      </div>
    </section>
  );
}

function overTheirs({ mine, theirs }: LinePlace) {
  if (!theirs) return [];
  const { text = theirs.text, speaker = theirs.speaker } = mine;
  return lineEdit(theirs, { text, speaker }) ?? [];
}

function wordsOf({ text, speaker }: { text?: string | undefined; speaker?: string | null | undefined }): string {
  return [speaker, text].filter(Boolean).join(': ') || 'без слов';
}
