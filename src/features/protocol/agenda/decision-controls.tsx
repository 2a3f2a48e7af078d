import { memo, type ReactNode, startTransition, useEffect, useState } from 'react';
import { afterFrame } from '../editing/after-frame.ts';
import styles from './question-fields.module.css';

interface DecisionControlsProps {
  id: string;
  /** Number of the decision: «1.2.». */
  place: string;
  draw: (id: string, place: string) => ReactNode;
  /** Ids of the decisions whose controls were already drawn: a decision whose number changes is mounted anew. */
  drawn: Set<string>;
}

/**
 * Controls beside a decision. For a decision added while editing they are rendered one frame after the text, so that
 * the caret responds to the key at once. Memoised: typing in one decision does not render the controls of the others.
 */
export const DecisionControls = memo(function DecisionControls({ id, place, draw, drawn }: DecisionControlsProps) {
  const [isDue, setDue] = useState(() => drawn.has(id));
  useEffect(() => {
    if (!isDue) return afterFrame(() => startTransition(() => setDue(true)));
    drawn.add(id);
    return undefined;
  }, [isDue, drawn, id]);
  return isDue ? draw(id, place) : <span className={styles.room} />;
});
