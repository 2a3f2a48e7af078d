import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import styles from '../editing/side-list.module.css';
import { originWords } from './task-origin.ts';

/** Where a task comes from, in a line of its own; nothing where it comes from nowhere. */
export function TaskOrigin({ task, protocol }: { task: Task; protocol: Protocol }) {
  const words = originWords(task, protocol);
  return words ? <span className={styles.note}>{words}</span> : null;
}
