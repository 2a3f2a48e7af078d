import { lazy, Suspense, use, useState } from 'react';
import type { WaitingReport } from '#contract/tasks/report.ts';
import type { Task } from '#contract/tasks/task.ts';
import { formatWhen, shortName } from '#src/format/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { Badge, Button } from '#src/ui/index.ts';
import { AnswerReport } from './answer-report.tsx';
import styles from './report.module.css';
import { ReportText } from './report-text.tsx';
import { ReportsContext } from './waiting-reports.ts';

const ReportHistory = lazy(async () => ({ default: (await import('./report-history.tsx')).ReportHistory }));

/** Reports of the assignee on a task: those that wait for an answer, and the link to the history. */
export function TaskReport({ task, onAnnounce }: { task: Task; onAnnounce: (words: string) => void }) {
  const waiting = use(ReportsContext).get(task.id) ?? [];
  const [isOpen, open] = useState(false);
  const total = task.reports_total ?? 0;
  if (waiting.length === 0 && total === 0) return null;
  return (
    <div className={styles.report}>
      {waiting.map((report) => (
        <Waiting key={report.id} report={report} onAnnounce={onAnnounce} />
      ))}
      {total > waiting.length ? (
        <div>
          <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => open(true)}>
            Отчёты: {total}
          </Button>
        </div>
      ) : null}
      {isOpen ? (
        <Suspense fallback={null}>
          <ReportHistory task={task} onClose={() => open(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface WaitingProps {
  report: Optimistic<WaitingReport>;
  /** Whether it is in a list whose heading already says what it is. */
  isListed?: boolean;
  onAnnounce: (words: string) => void;
}

/** A report that waits for an answer: its author, its files, and the two possible answers. */
export function Waiting({ report, isListed = false, onAnnounce }: WaitingProps) {
  const { author_name, created_at } = report;
  const when = created_at ? formatWhen(Date.parse(created_at), 'в ') : '';
  const facts = [author_name ? shortName(author_name) : '', when].filter(Boolean).join(', ');
  return (
    <>
      <p className={styles.facts}>
        {isListed ? null : <Badge tone="accent">Исполнено, ждёт подтверждения</Badge>}
        <span className={styles.note}>{facts}</span>
      </p>
      <ReportText report={report} />
      <AnswerReport key={report.id} report={report} onAnnounce={onAnnounce} />
    </>
  );
}
