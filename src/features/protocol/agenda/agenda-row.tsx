import { memo } from 'react';
import type { AgendaItem } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import type { NameOf } from '../editing/people.ts';
import styles from '../editing/sheet.module.css';
import { AgendaItemView } from './agenda-item-view.tsx';
import { type AgendaActions, AgendaMenu } from './agenda-menu.tsx';

interface AgendaRowProps {
  item: AgendaItem;
  index: number;
  total: number;
  /** The tasks of the question. */
  tasks: readonly Task[];
  nameOf: NameOf;
  /** Undefined where it is only read. */
  ways: AgendaActions | undefined;
}

/** A question that is read. Drawn anew only where it changed: an agenda may have hundreds, and somebody types in one. */
export const AgendaRow = memo(function AgendaRow({ item, index, total, tasks, nameOf, ways }: AgendaRowProps) {
  return (
    <li data-item={item.id} className={styles.item}>
      <AgendaItemView
        item={item}
        position={index + 1}
        tasks={tasks}
        nameOf={nameOf}
        menu={ways ? <AgendaMenu id={item.id} index={index} total={total} isOpen={false} ways={ways} /> : null}
      />
    </li>
  );
});
