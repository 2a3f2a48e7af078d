import { use } from 'react';
import { useStore } from 'zustand';
import type { Task } from '#contract/task.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import { type DecisionPoint, shownDecision } from './decision-tasks.ts';
import styles from './task-chips.module.css';

/**
 * Text of a decision that became a task, without what its chips show. Where the task's title differs, both are shown.
 */
export function DecisionText({ point, task }: { point: DecisionPoint; task: Task }) {
  // Selects the members only: the protocol changes with all text that is typed in it.
  const members = useStore(use(ProtocolContext), ({ protocol }) => protocol?.members);
  const { text, title } = shownDecision(point.text, task, members);
  if (!title) return text;
  return (
    <>
      {text}
      <span className={styles.title}>Поручение: {title}</span>
    </>
  );
}
