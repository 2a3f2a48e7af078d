import Check from 'lucide-react/icons/check';
import Play from 'lucide-react/icons/play';
import { Link } from 'react-router-dom';
import type { OwnTask } from '#contract/participation/participation.ts';
import { taskStatuses, taskStatusWords } from '#contract/tasks/task.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { ownTaskTitle } from '#src/data/participation/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { formatDay, formatTimecode, shortName, stageNumber } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, Button, ButtonLink, Skeleton, type Tone } from '#src/ui/index.ts';
import { TaskDue } from '../tasks/task-deadline.tsx';
import { OwnReports } from './own-reports.tsx';
import styles from './participation.module.css';
import { ownProtocolAddress } from './participation-address.ts';

interface OwnTaskItemProps {
  task: Optimistic<OwnTask>;
  onReport: () => void;
  onAnnounce: (words: string) => void;
}

/** A task as its assignee sees it: title, deadline, origin, status, and the button that reports it as done. */
export function OwnTaskItem({ task, onReport, onAnnounce }: OwnTaskItemProps) {
  const { protocol_id, evidence, decision, is_signed, unsent } = task;
  const title = ownTaskTitle(task);
  const isOpen = task.status !== 'done' && task.status !== 'cancelled' && !task.is_handed_over;
  const giver = giverWords(task);
  const waits = task.reports?.some(({ state }) => state === 'waiting') ?? false;
  return (
    <li className={styles.item} data-thing={task.id} data-origin={task.origin_task_id}>
      <div className={styles.main}>
        <p dir="auto" className={styles.title}>
          {capitalized(title)}
        </p>
        {decision && decision !== title ? (
          <p dir="auto" className={styles.decision}>
            Решение: {decision}
          </p>
        ) : null}
        <p className={styles.note}>
          {is_signed && protocol_id ? (
            <Link to={ownProtocolAddress('tasks', protocol_id)}>{protocolWords(task)}</Link>
          ) : (
            protocolWords(task)
          )}
          {task.agenda_position ? `, вопрос ${task.agenda_position}` : null}
          {giver ? ` · ${giver}` : null}
        </p>
        <OwnReports task={task} isOpen={isOpen} onAnnounce={onAnnounce} />
      </div>
      <div className={styles.side}>
        <span className={styles.due}>{isOpen ? <TaskDue task={task} /> : null}</span>
        <span className={styles.marks}>
          <StatusBadge task={task} />
          <UnsentMark unsent={unsent} />
        </span>
        <span className={styles.actions}>
          {evidence && protocol_id ? (
            <ButtonLink
              size="small"
              variant="quiet"
              icon={Play}
              to={ownProtocolAddress('tasks', protocol_id, evidence)}
              aria-label={`Смотреть запись с ${formatTimecode(evidence.start)}: ${title}`}
            >
              {formatTimecode(evidence.start)}
            </ButtonLink>
          ) : null}
          {isOpen && !waits ? (
            <Button
              size="small"
              icon={Check}
              aria-haspopup="dialog"
              aria-label={`Исполнено: ${title}`}
              onClick={onReport}
            >
              Исполнено
            </Button>
          ) : null}
        </span>
      </div>
    </li>
  );
}

/** Status of a task; the state of the last report takes precedence over it. */
function StatusBadge({ task }: { task: OwnTask }) {
  const [last] = task.reports?.filter(({ state }) => state !== 'withdrawn') ?? [];
  const known = taskStatuses.find((status) => status === task.status);
  if (task.is_handed_over) return <Badge>Передано другому</Badge>;
  if (task.status === 'cancelled') return <Badge>{taskStatusWords.cancelled}</Badge>;
  if (task.status === 'done') {
    return <Badge tone="ok">{last?.state === 'confirmed' ? 'Подтверждено' : taskStatusWords.done}</Badge>;
  }
  if (last?.state === 'waiting') return <Badge tone="accent">Ждёт подтверждения</Badge>;
  if (last?.state === 'returned') return <Badge tone="warn">Возвращено</Badge>;
  const tone: Tone = known === 'in_progress' ? 'accent' : 'plain';
  return <Badge tone={tone}>{known ? taskStatusWords[known] : task.status}</Badge>;
}

/** Returns «Протокол № 12 от 2 марта «О бюджете»». */
function protocolWords({ protocol_number, protocol_held_at, protocol_title }: OwnTask): string {
  const day = formatDay(protocol_held_at);
  return [
    'Протокол',
    protocol_number ? stageNumber(protocol_number) : '',
    day ? `от ${day}` : '',
    protocol_title ? `«${protocol_title}»` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the chairman, and the secretary, who keeps the minutes and confirms what is done. */
function giverWords({ chairman_name, secretary_name }: OwnTask): string {
  const [chairman, secretary] = [chairman_name, secretary_name].map((name) => (name ? shortName(name) : undefined));
  const parts = [chairman ? `председатель ${chairman}` : undefined, secretary ? `секретарь ${secretary}` : undefined];
  return parts.filter(Boolean).join(', ');
}

/** Skeleton of the rows of the list. */
export function OwnTaskSkeleton() {
  return (
    <div role="status" aria-label="Загрузка..." className={styles.skeletons}>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} width="100%" height={96} />
      ))}
    </div>
  );
}
