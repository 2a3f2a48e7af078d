import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { formatTimecode } from '#src/lib/dates.ts';
import { counted } from '#src/lib/plurals.ts';
import { transcriptQuery } from '#src/lib/queries/transcripts.ts';
import { useCapability } from '#src/lib/use-capability.ts';
import { type KeywordMark, keywordMarks, nearestMark } from '../transcript/keyword-mark.ts';
import styles from './keyword-marks.module.css';
import { PlayerContext } from './player-context.ts';

/** Where the keywords are said: marks along the recording, and the list of them; each plays its moment. */
export function KeywordMarks({ protocol: { id, video } }: { protocol: Protocol }) {
  const isAble = useCapability('transcripts');
  const { data } = useQuery({ ...transcriptQuery(id), enabled: isAble });
  const { play } = use(PlayerContext);
  const marks = useMemo(() => keywordMarks(data?.segments ?? []), [data]);
  if (marks.length === 0) return null;
  const duration = Math.max(video?.duration ?? 0, data?.segments.at(-1)?.end ?? 0, 1);
  return (
    <section className={styles.marks} aria-label="Ключевые слова в записи">
      {/* For the pointer; the list says the same to everybody. */}
      <div
        aria-hidden
        className={styles.strip}
        onPointerDown={({ currentTarget, clientX }) => {
          const { left, width } = currentTarget.getBoundingClientRect();
          const mark = nearestMark(marks, ((clientX - left) / width) * duration);
          if (mark) play?.(mark.start);
        }}
      >
        {marks.map((mark) => (
          <span
            key={mark.id}
            className={styles.mark}
            title={`${formatTimecode(mark.start)} ${mark.words}`}
            style={{ left: `${(mark.start / duration) * 100}%` }}
          />
        ))}
      </div>
      <details>
        <summary>{counted(marks.length, 'отметка', 'отметки', 'отметок')} ключевых слов</summary>
        <ul className={styles.list}>
          {marks.map((mark) => (
            <li key={mark.id}>
              <MarkButton mark={mark} onPlay={play} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function MarkButton({ mark, onPlay }: { mark: KeywordMark; onPlay: ((seconds: number) => void) | undefined }) {
  return (
    <button type="button" className={styles.entry} disabled={!onPlay} onClick={() => onPlay?.(mark.start)}>
      <span className={styles.time}>{formatTimecode(mark.start)}</span> {mark.words}
    </button>
  );
}
