import { memo, type ReactNode, type RefObject, startTransition, useEffect, useState } from 'react';
import { afterFrame } from '../editing/after-frame.ts';
import styles from './question-fields.module.css';

interface BesideDecisionProps {
  id: string;
  /** As it is numbered: «1.2.». */
  place: string;
  draw: (id: string, place: string) => ReactNode;
  /** Whether the question is already written in. */
  isOpened: RefObject<boolean>;
}

/**
 * What stands beside a decision. Of one that is added while somebody writes it comes a frame after the text, so that the key
 * is answered by the caret; a key in one decision does not draw what stands beside the others.
 */
export const BesideDecision = memo(function BesideDecision({ id, place, draw, isOpened }: BesideDecisionProps) {
  const [isDue, setDue] = useState(() => !isOpened.current);
  useEffect(() => (isDue ? undefined : afterFrame(() => startTransition(() => setDue(true)))), [isDue]);
  return isDue ? draw(id, place) : <span className={styles.room} />;
});
