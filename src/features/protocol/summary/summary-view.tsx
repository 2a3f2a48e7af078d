import type { ReactNode } from 'react';
import type { Summary, SummaryPoint } from '#contract/insights/summary.ts';
import { formatFullMoment } from '#src/format/index.ts';
import styles from '../editing/side-list.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import { type SummaryContent, summaryText } from './summary-text.ts';

/** A summary in read mode: text and points. */
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

/** Whether the summary has neither text nor points. */
export function isEmptySummary(summary: Pick<Summary, 'text' | 'points'> | undefined): boolean {
  return !summary?.text?.trim() && !summary?.points?.length;
}

interface SummaryPointsProps {
  points: readonly SummaryPoint[];
  /** Returns the actions on a point. */
  actionOf?: (point: SummaryPoint) => ReactNode;
}

/** The points of a summary, each with the moment it came from. */
export function SummaryPoints({ points, actionOf }: SummaryPointsProps) {
  if (points.length === 0) return null;
  return (
    <ul>
      {keyed(points).map(({ key, ...point }) => (
        <li key={key} className={styles.row}>
          <bdi className={styles.main}>{point.text}</bdi>
          {point.evidence ? <MomentButton evidence={point.evidence} /> : null}
          {actionOf?.(point)}
        </li>
      ))}
    </ul>
  );
}

function keyed(points: readonly SummaryPoint[]) {
  return points.map((point, index) => ({ ...point, key: `${index} ${point.text}` }));
}

type Source = Summary['source'];

/** Returns a word for the maker of a version. */
export function makerWords(source: Source): string {
  return source === 'human' ? 'человек' : 'автоматически';
}

/** Returns how the summary was made, and whether it should be checked. */
function sourceWords(source: NonNullable<Source>): string {
  if (source === 'human') return 'Составлено человеком.';
  if (source === 'llm') return 'Составлено языковой моделью по расшифровке: проверьте перед отправкой.';
  return 'Выбрано из расшифровки автоматически: проверьте перед отправкой.';
}

/** Returns the words for a version in a list: «3 · человек · 21 ноября 2026, 14:05». */
export function versionWords({ version, source, created_at }: NonNullable<Summary['versions']>[number]): string {
  return [version, makerWords(source), created_at ? formatFullMoment(created_at) : ''].filter(Boolean).join(' · ');
}
