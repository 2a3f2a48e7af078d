import type { Summary, SummaryPoint } from '#contract/summary.ts';
import styles from '../side-list.module.css';
import { SummaryPoints } from './summary-points.tsx';
import { sourceWords } from './summary-source.ts';

/** A summary as it is read: the text and the points. */
export function SummaryView({ summary }: { summary: Pick<Summary, 'text' | 'points' | 'source'> }) {
  const { text, source } = summary;
  const points = summary.points ?? [];
  return (
    <>
      {text?.trim() && !repeats(text, points) ? (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      ) : null}
      <SummaryPoints points={points} />
      {source ? <p className={styles.note}>{sourceWords(source)}</p> : null}
    </>
  );
}

/** Whether anything is in it. */
export function isEmptySummary(summary: Pick<Summary, 'text' | 'points'> | undefined): boolean {
  return !summary?.text?.trim() && !summary?.points?.length;
}

/** An extract is the points put together: they say it once, with their moments. */
export function repeats(text: string, points: readonly SummaryPoint[]): boolean {
  return points.length > 0 && points.every((point) => text.includes(point.text));
}
