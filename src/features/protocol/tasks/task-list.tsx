import Plus from 'lucide-react/icons/plus';
import { use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Task } from '#contract/tasks/task.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { useProtocolTasks } from '#src/data/task/index.ts';
import { QueryError } from '#src/features/connection/index.ts';
import { matchesSearch, type Optimistic } from '#src/sync/index.ts';
import { Button, FoundCount, focusWhenLost, ListSearch, LongRows, manyRows } from '#src/ui/index.ts';
import { EditingContext } from '../editing/editing.ts';
import { type NameOf, useProtocolNames } from '../editing/people.ts';
import styles from '../editing/side-list.module.css';
import { SideSkeleton } from '../editing/side-skeleton.tsx';
import { DeleteTaskQuestion, useTaskDeletion } from './delete-task.tsx';
import { EarlierTasks } from './earlier-tasks.tsx';
import { LazyTaskForm, loadTaskForm } from './lazy-task-form.tsx';
import { taskKey } from './save-task.ts';
import { TaskItem } from './task-item.tsx';
import { ReportsContext, useReportsOfProtocol } from './waiting-reports.ts';

/**
 * Tasks of a protocol with assignee and deadline; they are read separately where the protocol does not include them.
 */
export function TaskList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const query = useProtocolTasks(protocol.id, !partial && !protocol.tasks);
  const tasks: Optimistic<Task>[] | undefined = protocol.tasks ?? query.data;
  const nameOf = useProtocolNames({ ...protocol, tasks });
  const { readOnly, typed } = use(EditingContext);
  const [announcement, setAnnouncement] = useState('');
  const [adding, setAdding] = useState(() => typed.has(taskKey(undefined)));
  const [search, setSearch] = useState<string>();
  const reports = useReportsOfProtocol(protocol.id);
  const panel = useRef<HTMLDivElement>(null);
  const focusAdd = () =>
    focusWhenLost(() => panel.current?.querySelector<HTMLElement>('[data-add]') ?? document.querySelector('h1'));
  const deletion = useTaskDeletion(focusAdd);
  if (!tasks && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!tasks) return <SideSkeleton rows="task" />;
  // Rows far from the screen are not rendered, so the browser's own search does not find them.
  const searchable = tasks.length >= manyRows;
  const shown = searchable && search ? tasks.filter((task) => isFound(task, nameOf, search)) : tasks;
  return (
    <div ref={panel}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {tasks.length === 0 && !adding ? <p className={styles.empty}>Поручений в этом протоколе нет.</p> : null}
      {searchable ? (
        <div className={styles.search}>
          <ListSearch label="Поиск по поручениям протокола" value={search} onSearch={setSearch} />
          <FoundCount asked={search ?? ''} total={shown.length} />
        </div>
      ) : null}
      {shown.length === 0 && tasks.length > 0 ? <p className={styles.empty}>Ничего не нашлось.</p> : null}
      <ReportsContext value={reports}>
        <ul className={styles.list} aria-label="Поручения протокола">
          <LongRows rows={shown} estimate={116}>
            {(drawn) =>
              drawn.map((each) =>
                each.kind === 'gap' ? (
                  <li key={each.key} aria-hidden style={{ height: each.height }} />
                ) : (
                  <TaskItem
                    key={each.row.id}
                    task={each.row}
                    protocol={protocol}
                    nameOf={nameOf}
                    readOnly={readOnly}
                    ties={each.ties && { ...each.ties, 'aria-posinset': each.index + 1, 'aria-setsize': shown.length }}
                    onAnnounce={setAnnouncement}
                    onDelete={deletion.start}
                  />
                ),
              )
            }
          </LongRows>
        </ul>
      </ReportsContext>
      {adding && !readOnly ? (
        <LazyTaskForm
          protocol={protocol}
          nameOf={nameOf}
          onSaved={({ title }, isKept) =>
            setAnnouncement(isKept ? `${title}. ${queuedWords}` : `Поручение добавлено: ${title}`)
          }
          onCancel={() => {
            setAdding(false);
            focusAdd();
          }}
        />
      ) : null}
      {adding || readOnly ? null : (
        <div className={styles.add}>
          <Button
            data-add=""
            variant="quiet"
            size="small"
            icon={Plus}
            onPointerEnter={loadTaskForm}
            onFocus={loadTaskForm}
            onClick={() => setAdding(true)}
          >
            Новое поручение
          </Button>
        </div>
      )}
      {partial ? null : <EarlierTasks protocol={{ ...protocol, tasks }} onAnnounce={setAnnouncement} />}
      <DeleteTaskQuestion deletion={deletion} />
    </div>
  );
}

function isFound({ title, assignee_id }: Task, nameOf: NameOf, search: string): boolean {
  return matchesSearch([title, nameOf(assignee_id)], search);
}
