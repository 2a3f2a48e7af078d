import { use } from 'react';
import { useStore } from 'zustand';
import type { Task } from '#contract/task.ts';
import { ProtocolContext } from '../editing/protocol-context.ts';
import { type DecisionPoint, shownDecision } from './decision-tasks.ts';
import styles from './task-chips.module.css';

/** A decision that became a task: what is to be done, without what its chips say. Both where they differ by now. */
export function DecisionText({ point, task }: { point: DecisionPoint; task: Task }) {
  // The members alone: the protocol changes with everything that is typed in it.
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
