import type { Summary } from '#contract/summary.ts';
import styles from '../editing/side-list.module.css';
import { SummaryPoints } from './summary-points.tsx';
import { sourceWords } from './summary-source.ts';
import { type SummaryContent, summaryText } from './summary-text.ts';

/** A summary as it is read: the text and the points. */
export function SummaryView({ summary }: { summary: SummaryContent }) {
  const { points, source } = summary;
  const text = summaryText(summary);
  return (
    <>
      {text ? (
        <p dir="auto" className={styles.text}>
          {text}
        </p>
      ) : null}
      <SummaryPoints points={points ?? []} />
      {source ? <p className={styles.note}>{sourceWords(source)}</p> : null}
    </>
  );
}

/** Whether anything is in it. */
export function isEmptySummary(summary: Pick<Summary, 'text' | 'points'> | undefined): boolean {
  return !summary?.text?.trim() && !summary?.points?.length;
}
