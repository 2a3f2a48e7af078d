import type { Evidence } from '#contract/evidence.ts';
import sheet from '../editing/sheet.module.css';
import { MomentButton } from '../playback/moment-button.tsx';
import styles from './passage-heading.module.css';

interface PassageHeadingProps {
  title: string;
  /** Moment of the recording at which the passage was begun. */
  moment: Evidence | null | undefined;
}

/**
 * «Слушали» or «Выступили», with a quiet button that plays the recording from there; the same in read and edit mode.
 */
export function PassageHeading({ title, moment }: PassageHeadingProps) {
  const heading = <h3 className={sheet.part}>{title}</h3>;
  if (!moment) return heading;
  return (
    <div className={styles.line}>
      {heading}
      <MomentButton evidence={moment} />
    </div>
  );
}
