import type { TaskReport } from '#contract/tasks/report.ts';
import type { Task } from '#contract/tasks/task.ts';
import { useReportHistory } from '#src/data/report/index.ts';
import { QueryView } from '#src/features/connection/index.ts';
import { formatWhen, shortName } from '#src/format/index.ts';
import { Badge, type Tone, WideDialog } from '#src/ui/index.ts';
import styles from './report.module.css';
import { ReportText } from './report-text.tsx';
import { taskTitle } from './task-title.ts';

/** All reports on a task and the answers to them, the newest first. */
export function ReportHistory({ task, onClose }: { task: Task; onClose: () => void }) {
  const query = useReportHistory(task.id);
  return (
    <WideDialog title="Отчёты об исполнении" onClose={onClose}>
      <p dir="auto">{taskTitle(task)}</p>
      <QueryView query={query}>
        {(reports) => (
          <ol className={styles.history} aria-label="Отчёты">
            {reports.map((report) => (
              <Entry key={report.id} report={report} />
            ))}
          </ol>
        )}
      </QueryView>
    </WideDialog>
  );
}

const states: Record<TaskReport['state'], { words: string; tone: Tone }> = {
  waiting: { words: 'Ждёт подтверждения', tone: 'accent' },
  withdrawn: { words: 'Отозван исполнителем', tone: 'plain' },
  returned: { words: 'Возвращён', tone: 'warn' },
  confirmed: { words: 'Подтверждён', tone: 'ok' },
};

function Entry({ report }: { report: TaskReport }) {
  const { state, author_name, created_at, answer } = report;
  const when = created_at ? formatWhen(Date.parse(created_at), 'в ') : '';
  return (
    <li className={styles.entry}>
      <p className={styles.facts}>
        <Badge tone={states[state].tone}>{states[state].words}</Badge>
        <span className={styles.note}>
          {[author_name ? shortName(author_name) : '', when].filter(Boolean).join(', ')}
        </span>
      </p>
      <ReportText report={report} />
      {answer ? (
        <p dir="auto" className={styles.said}>
          Ответ: {answer}
        </p>
      ) : null}
    </li>
  );
}
