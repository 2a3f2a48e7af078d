import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { use, useRef, useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import type { Task } from '#contract/task.ts';
import { Button } from '#src/components/button.tsx';
import { QueryError } from '#src/components/query-error.tsx';
import { Spinner } from '#src/components/spinner.tsx';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';
import { protocolTasksQuery } from '#src/lib/queries/tasks.ts';
import { DeleteTaskDialog } from './delete-task-dialog.tsx';
import { EditingContext } from './editing.ts';
import { useProtocolNames } from './people.ts';
import styles from './side-list.module.css';
import { TaskForm, taskKey } from './task-form.tsx';
import { TaskItem } from './task-item.tsx';

/** Who was asked to do what, until when; read apart where the protocol does not carry its tasks. */
export function TaskList({ protocol, partial }: { protocol: Protocol; partial: boolean }) {
  const query = useQuery({ ...protocolTasksQuery(protocol.id), enabled: !partial && !protocol.tasks });
  const tasks = protocol.tasks ?? query.data;
  const nameOf = useProtocolNames({ ...protocol, tasks });
  const { readOnly, typed } = use(EditingContext);
  const [said, setSaid] = useState('');
  const [adding, setAdding] = useState(() => typed.has(taskKey(undefined)));
  const [deleting, setDeleting] = useState<Task>();
  const panel = useRef<HTMLDivElement>(null);
  if (!tasks && (query.isError || query.fetchStatus === 'paused')) return <QueryError query={query} />;
  if (!tasks) return <Spinner />;
  const focusAdd = () =>
    focusWhenLost(() => panel.current?.querySelector<HTMLElement>('[data-add]') ?? document.querySelector('h1'));
  return (
    <div ref={panel}>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {tasks.length === 0 && !adding ? <p className={styles.empty}>Поручений в этом протоколе нет.</p> : null}
      <ul className={styles.list} aria-label="Поручения протокола">
        {tasks.map((task) => (
          <TaskItem
            key={task.id}
            task={task}
            protocol={protocol}
            nameOf={nameOf}
            readOnly={readOnly}
            onSaid={setSaid}
            onDelete={() => setDeleting(task)}
          />
        ))}
      </ul>
      {adding && !readOnly ? (
        <TaskForm
          protocol={protocol}
          nameOf={nameOf}
          onSaved={({ title }) => setSaid(`Поручение добавлено: ${title}`)}
          onCancel={() => {
            setAdding(false);
            focusAdd();
          }}
        />
      ) : null}
      {adding || readOnly ? null : (
        <div className={styles.add}>
          <Button data-add="" variant="quiet" size="small" icon={Plus} onClick={() => setAdding(true)}>
            Новое поручение
          </Button>
        </div>
      )}
      {deleting ? (
        <DeleteTaskDialog
          task={deleting}
          protocolId={protocol.id}
          onDeleted={() => {
            setDeleting(undefined);
            setSaid('Поручение удалено');
            focusAdd();
          }}
          onCancel={() => setDeleting(undefined)}
        />
      ) : null}
    </div>
  );
}
