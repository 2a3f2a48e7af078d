import { memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterFrame } from '../editing/after-frame.ts';
import styles from './question-fields.module.css';

interface BesideDecisionProps {
  id: string;
  /** As it is numbered: «1.2.». */
  place: string;
  draw: (id: string, place: string) => ReactNode;
  /** The ids of those beside which it was drawn already: a decision that is numbered anew is mounted anew. */
  drawn: Set<string>;
}

/**
 * What stands beside a decision. Of one that is added while somebody writes it comes a frame after the text, so that the key
 * is answered by the caret; a key in one decision does not draw what stands beside the others.
 */
export const BesideDecision = memo(function BesideDecision({ id, place, draw, drawn }: BesideDecisionProps) {
  const [isDue, setDue] = useState(() => drawn.has(id));
  useEffect(() => {
    if (!isDue) return afterFrame(() => startTransition(() => setDue(true)));
    drawn.add(id);
    return undefined;
  }, [isDue, drawn, id]);
  return isDue ? draw(id, place) : <span className={styles.room} />;
});
