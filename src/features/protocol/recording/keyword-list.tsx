import { use } from 'react';
import { counted } from '#src/format/index.ts';
import { DetailsSummary } from '#src/ui/index.ts';
import type { KeywordMark } from '../playback/keyword-mark.ts';
import { PlayerContext, playerKeys } from '../playback/player-context.ts';
import { EntryButton } from './entry-button.tsx';
import styles from './recording-strip.module.css';

/** Where the keywords are said, one below another; each plays its moment. */
export function KeywordList({ marks }: { marks: readonly KeywordMark[] }) {
  const { play } = use(PlayerContext);
  if (marks.length === 0) return null;
  return (
    <section className={styles.part} aria-label="Ключевые слова в записи" {...playerKeys}>
      <details>
        <DetailsSummary>{counted(marks.length, 'отметка', 'отметки', 'отметок')} ключевых слов</DetailsSummary>
        <ul className={styles.list}>
          {marks.map(({ id, start, words }) => (
            <li key={id}>
              <EntryButton start={start} words={words} onPlay={play} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
