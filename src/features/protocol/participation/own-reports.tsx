import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnTask } from '#contract/participation/participation.ts';
import type { TaskReport } from '#contract/tasks/report.ts';
import { withdrawReport } from '#src/data/participation/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatWhen } from '#src/format/index.ts';
import { errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, DetailsSummary, focusWhenLost } from '#src/ui/index.ts';
import { ReportText } from '../tasks/report-text.tsx';
import styles from './participation.module.css';

interface OwnReportsProps {
  task: Optimistic<OwnTask>;
  isOpen: boolean;
  onAnnounce: (words: string) => void;
}

/** The person's reports on a task: the last one with its answer; a press shows the earlier ones. */
export function OwnReports({ task, isOpen, onAnnounce }: OwnReportsProps) {
  const [last, ...earlier] = task.reports ?? [];
  if (!last) return null;
  return (
    <div className={styles.reports}>
      <OwnReport report={last} />
      <Withdraw
        key={last.id}
        task={task}
        report={last}
        isOffered={isOpen && last.state === 'waiting' && !task.unsent}
        onAnnounce={onAnnounce}
      />
      {earlier.length > 0 ? (
        <details>
          <DetailsSummary>Прежние отчёты: {earlier.length}</DetailsSummary>
          <div className={styles.earlier}>
            {earlier.map((report) => (
              <OwnReport key={report.id} report={report} />
            ))}
          </div>
        </details>
      ) : null}
    </div>
  );
}

const stateWords = {
  waiting: 'Вы сообщили об исполнении',
  withdrawn: 'Вы отозвали отчёт',
  returned: 'Секретарь вернул отчёт',
  confirmed: 'Исполнение подтверждено',
} as const;

function OwnReport({ report }: { report: TaskReport }) {
  const { state, answer, created_at, decided_at } = report;
  // Where the task was confirmed in another place, the date is unknown.
  const when = formatWhen(Date.parse((state === 'waiting' ? created_at : decided_at) ?? ''), 'в ');
  return (
    <div className={styles.report}>
      <p className={styles.note}>
        {stateWords[state]}
        {when ? ` ${when}` : null}
      </p>
      {answer ? (
        <p dir="auto" className={state === 'returned' ? styles.returned : styles.answer}>
          {answer}
        </p>
      ) : null}
      <ReportText report={report} />
    </div>
  );
}

interface WithdrawProps {
  task: OwnTask;
  report: TaskReport;
  isOffered: boolean;
  onAnnounce: (words: string) => void;
}

/** Withdraws a report before it is answered. The button stays until the server answers; a refusal is shown. */
function Withdraw({ task, report, isOffered, onAnnounce }: WithdrawProps) {
  const open = useOpenForm();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      mutate(withdrawReport, { task: { id: task.id, title: task.title }, reportId: report.id }, { form: open }),
    onSuccess: ({ kept }) => {
      onAnnounce(kept ? queuedWords : 'Отчёт отозван');
      focusWhenLost(() => document.querySelector('h1'));
    },
    // Somebody has answered meanwhile.
    onError: () => client.invalidateQueries({ queryKey: ['own-tasks'] }),
  });
  return (
    <>
      {isOffered || withdraw.isPending ? (
        <div>
          <Button size="small" variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Отозвать отчёт
          </Button>
        </div>
      ) : null}
      <div role="alert">
        {withdraw.error ? <p className={styles.failure}>Не отозван. {errorWords(withdraw.error).words}</p> : null}
      </div>
    </>
  );
}
