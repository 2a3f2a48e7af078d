import { use, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { DetailsSummary } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import type { Chapter } from '../playback/chapters.ts';
import { PlayerContext, playerKeys, useCurrentLine } from '../playback/player-context.ts';
import { BeginQuestion } from './begin-question.tsx';
import { EntryButton } from './entry-button.tsx';
import styles from './recording-strip.module.css';

interface ChapterListProps {
  protocol: Protocol;
  chapters: readonly Chapter[];
  isRoomy: boolean;
}

/** The questions where the recording comes to them: the one that is spoken of is marked, a press plays another. */
export function ChapterList({ protocol, chapters, isRoomy }: ChapterListProps) {
  const { clock, play } = use(PlayerContext);
  const { readOnly } = use(EditingContext);
  const [isOpen, setOpen] = useState(isRoomy);
  const current = useCurrentLine(chapters, clock);
  if (chapters.length === 0 && (readOnly || !protocol.agenda?.length)) return null;
  const now = chapters[current];
  return (
    <section className={styles.part} aria-label="Вопросы в записи" {...playerKeys}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <DetailsSummary>
          Вопросы в записи{chapters.length > 0 ? `: ${chapters.length}` : ''}
          {now ? (
            <>
              {' · '}
              <bdi className={styles.now}>{now.title}</bdi>
            </>
          ) : null}
        </DetailsSummary>
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
      </details>
    </section>
  );
}
