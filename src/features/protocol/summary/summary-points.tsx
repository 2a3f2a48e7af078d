import type { ReactNode } from 'react';
import type { SummaryPoint } from '#contract/summary.ts';
import styles from '../editing/side-list.module.css';
import { MomentButton } from '../playback/moment-button.tsx';

interface SummaryPointsProps {
  points: readonly SummaryPoint[];
  /** What can be done with one. */
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
