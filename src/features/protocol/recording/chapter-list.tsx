import { use } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { counted, formatTimecode } from '#src/format/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { Chapter } from '../playback/chapters.ts';
import type { KeywordMark } from '../playback/keyword-mark.ts';
import { PlayerContext, useCurrentLine } from '../playback/player-context.ts';
import { BeginQuestion } from './begin-question.tsx';
import styles from './moment-list.module.css';

interface ChapterListProps {
  protocol: Protocol;
  chapters: readonly Chapter[];
}

/** Agenda items by their moment in the recording: the current one is marked, a press plays another. */
export function ChapterList({ protocol, chapters }: ChapterListProps) {
  const { clock, play } = use(PlayerContext);
  const { readOnly } = use(EditingContext);
  const current = useCurrentLine(chapters, clock);
  if (chapters.length === 0 && (readOnly || !protocol.agenda?.length)) return null;
  const now = chapters[current];
  return (
    <section className={styles.part} aria-label="Вопросы в записи">
      <h3 className={styles.title}>Вопросы в записи{chapters.length > 0 ? `: ${chapters.length}` : ''}</h3>
      {chapters.length > 0 ? (
        <ol className={styles.list}>
          {chapters.map((chapter) => (
            <li key={chapter.id}>
              <EntryButton
                start={chapter.start}
                words={chapter.title}
                isCurrent={chapter.id === now?.id}
                onPlay={play}
              />
            </li>
          ))}
        </ol>
      ) : null}
      {readOnly ? null : <BeginQuestion protocol={protocol} chapters={chapters} />}
    </section>
  );
}

/** List of the moments at which keywords are said; a press plays one. */
export function KeywordList({ marks }: { marks: readonly KeywordMark[] }) {
  const { play } = use(PlayerContext);
  if (marks.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Ключевые слова в записи">
      <h3 className={styles.title}>{counted(marks.length, 'отметка', 'отметки', 'отметок')} ключевых слов</h3>
      <ul className={styles.list}>
        {marks.map(({ id, start, words }) => (
          <li key={id}>
            <EntryButton start={start} words={words} onPlay={play} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EntryButtonProps {
  /** Position in the recording in seconds. */
  start: number;
  words: string;
  isCurrent?: boolean;
  /** Note after the words, such as the name of the recording that the moment belongs to. */
  note?: string | undefined;
  onPlay: ((seconds: number) => void) | undefined;
}

/** A moment of the recording in a list: its time and its words; a press plays it. */
export function EntryButton({ start, words, isCurrent = false, note, onPlay }: EntryButtonProps) {
  return (
    <button
      type="button"
      className={styles.entry}
      disabled={!onPlay}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={() => onPlay?.(start)}
    >
      <span className={styles.time}>{formatTimecode(start)}</span> <bdi>{words}</bdi>
      {note ? <span className={styles.note}> {note}</span> : null}
    </button>
  );
}
