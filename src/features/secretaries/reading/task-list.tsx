import type { UseQueryResult } from '@tanstack/react-query';
import Play from 'lucide-react/icons/play';
import type { Page } from '#contract/envelope.ts';
import { type Task, type TaskStatus, taskStatusWords } from '#contract/tasks/task.ts';
import { deadlineWords, useOverdue } from '#src/data/task/index.ts';
import { OverdueBadge } from '#src/features/badges/index.ts';
import { formatTimecode, shortName } from '#src/format/index.ts';
import { Badge, classNames, Icon, MarkedText, Table, type Tone } from '#src/ui/index.ts';
import { type Column, Heads, RowSkeletons } from './list-columns.tsx';
import styles from './reading.module.css';
import { ReadingLink } from './reading-link.tsx';

interface TaskListProps {
  list: UseQueryResult<Page<Task>>;
  /** Whether the rows may belong to several secretaries. */
  hasOwner: boolean;
  /** Id of the protocol that is open beside the list. */
  open: string | undefined;
}

/**
 * Read-only list of tasks with protocol, assignee and deadline; a row links to its place there, a moment to the
 * recording.
 */
export function TaskList({ list, hasOwner, open }: TaskListProps) {
  const { data } = list;
  const columns: Column[] = [
    { title: 'Поручение', look: styles.title },
    { title: 'Ответственный', look: styles.person },
    ...(hasOwner ? [{ title: 'Секретарь', look: styles.owner }] : []),
    { title: 'Срок', look: styles.due },
  ];
  return (
    <Table label="Поручения" head={<Heads columns={columns} />} busy={!data || list.isPlaceholderData}>
      {data ? (
        data.rows.map((task) => <TaskRow key={task.id} task={task} hasOwner={hasOwner} open={open} />)
      ) : (
        <RowSkeletons columns={columns} />
      )}
    </Table>
  );
}

function TaskRow({ task, hasOwner, open }: { task: Task; hasOwner: boolean; open: string | undefined }) {
  const { id, protocol_id: protocol, assignee_id, assignee_name, owner_name, evidence } = task;
  const nameless = assignee_id ? 'Без имени' : 'Не назначен';
  const title = task.title || 'Поручение без названия';
  const time = evidence && formatTimecode(evidence.start);
  return (
    <tr className={protocol && protocol === open ? styles.open : undefined}>
      <td className={styles.title}>
        {protocol ? (
          <ReadingLink protocol={protocol} show={`task:${id}`}>
            <Found task={task} place="title" text={title} />
          </ReadingLink>
        ) : (
          <span dir="auto">{title}</span>
        )}
        <span className={styles.below} dir="auto">
          <Found task={task} place="protocol" text={protocolOf(task)} />
          {protocol && evidence ? (
            <ReadingLink
              protocol={protocol}
              t={evidence.start}
              show={`task:${id}`}
              className={styles.moment}
              label={`Показать запись с ${time}: ${title}`}
            >
              <Icon of={Play} size={12} />
              {time}
            </ReadingLink>
          ) : null}
        </span>
      </td>
      <td className={styles.person}>
        <Found task={task} place="assignee" text={assignee_name ? shortName(assignee_name) : nameless} />
      </td>
      {hasOwner ? <td className={styles.owner}>{owner_name ? shortName(owner_name) : ''}</td> : null}
      <td className={styles.due}>
        <TaskState task={task} />
      </td>
    </tr>
  );
}

/** Returns the body and the protocol of a task: «Бюджетный комитет · № 97 · Заседание». */
function protocolOf({ body_name, protocol_number, protocol_title }: Task): string {
  const number = protocol_number ? `№\u00A0${protocol_number}` : undefined;
  return [body_name, number, protocol_title].filter(Boolean).join(' · ');
}

const done: Partial<Record<string, Tone>> = { done: 'ok', cancelled: 'plain' };

/** Deadline of a task, and its state. */
function TaskState({ task }: { task: Task }) {
  const isOverdue = useOverdue();
  const until = deadlineWords(task);
  if (isOverdue(task))
    return (
      <>
        <OverdueBadge due={task.due_at} />
        <span className={styles.day}>{until}</span>
      </>
    );
  const words = taskStatusWords[task.status as TaskStatus] ?? task.status;
  return (
    <>
      <Badge tone={done[task.status] ?? 'plain'}>{words}</Badge>
      <span className={classNames(styles.day)}>{until || 'Без срока'}</span>
    </>
  );
}

/** A text of a row; words found by the search are highlighted. */
function Found({ task: { found }, place, text }: { task: Task; place: string; text: string }) {
  return found?.in === place && found.text === text ? <MarkedText text={text} marks={found.marks} /> : text;
}
