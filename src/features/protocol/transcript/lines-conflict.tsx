import { useId } from 'react';
import { formatTimecode } from '#src/format/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { Button, layout } from '#src/ui/index.ts';
import { LineConflictChoice } from './line-conflict.tsx';
import { lineEdit } from './line-edit.ts';
import styles from './transcript.module.css';
import { type LineConflict, type LinePlace, useConflictEnd } from './use-line-conflicts.ts';

interface LineConflictProps {
  conflict: LineConflict;
  onDone: (words: string) => void;
}

/** Resolves a conflict of transcript corrections: of one line in a form, of several lines by a choice. */
export function ResolveLineConflict({ conflict, onDone }: LineConflictProps) {
  const [line, ...others] = conflict.lines;
  if (line && others.length === 0) return <LineConflictChoice conflict={conflict} line={line} onDone={onDone} />;
  return <LinesConflictChoice conflict={conflict} onDone={onDone} />;
}

interface LinesConflictChoiceProps {
  conflict: LineConflict;
  /** Called when the conflict is resolved; `words` describe how. */
  onDone: (words: string) => void;
}

/** Conflict of several lines corrected at once: save all of them as written here, or keep the server's. */
function LinesConflictChoice({ conflict, onDone }: LinesConflictChoiceProps) {
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
            {theirs ? <p dir="auto">На сервере: {lineWords(theirs)}</p> : null}
            <p dir="auto">Моя правка: {lineWords({ ...theirs, ...mine })}</p>
          </li>
        ))}
      </ul>
      {error ? (
        <p className={styles.failure} role="alert">
          {errorWords(error).words}
        </p>
      ) : null}
      <div className={layout.centredRow(2)}>
        <Button size="small" busy={busy} onClick={() => save.mutate({ segments: lines.flatMap(overTheirs) })}>
          Сохранить мои
        </Button>
        <Button
          size="small"
          variant="quiet"
          busy={busy}
          onClick={() => save.mutate({ segments: lines.filter((line) => !isDisputed(line)).flatMap(overTheirs) })}
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

function lineWords({ text, speaker }: { text?: string | undefined; speaker?: string | null | undefined }): string {
  return [speaker, text].filter(Boolean).join(': ') || 'без слов';
}

/** Whether somebody else has changed the same words too, or the line is gone. */
function isDisputed({ mine, theirs }: LinePlace): boolean {
  if (!theirs) return true;
  return (['text', 'speaker'] as const).some((part) => {
    if (mine[part] === undefined) return false;
    const there = theirs[part] ?? '';
    return there !== (mine.before?.[part] ?? '') && there !== (mine[part] ?? '');
  });
}
