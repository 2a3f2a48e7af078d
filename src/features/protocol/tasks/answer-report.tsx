import { useMutation, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import { useRef, useState } from 'react';
import type { WaitingReport } from '#contract/tasks/report.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { type Decision, decideReport } from '#src/data/report/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { ApiError, errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, focusWhenLost, showToast } from '#src/ui/index.ts';
import styles from './report.module.css';
import { ReturnForm } from './return-form.tsx';
import { taskTitle } from './task-title.ts';

interface AnswerReportProps {
  report: Optimistic<WaitingReport>;
  onAnnounce: (words: string) => void;
}

/** «Подтвердить», and «Вернуть» with a reason that the author of the report will read. */
export function AnswerReport({ report, onAnnounce }: AnswerReportProps) {
  const [isReturning, setReturning] = useState(false);
  const begin = useRef<HTMLButtonElement>(null);
  const open = useOpenForm();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (decision: Pick<Decision, 'state' | 'answer'>) =>
      mutate(decideReport, { report: plainReport(report), ...decision }, { form: open }),
    onSuccess: ({ kept }, { state }) => {
      const done = state === 'confirmed' ? 'Исполнение подтверждено' : 'Отчёт возвращён исполнителю';
      onAnnounce(kept ? `${done}. ${queuedWords}` : done);
      setReturning(false);
      focusWhenLost(() => document.querySelector('h1'));
    },
    onError: (error, { state }) => {
      // The report was answered or withdrawn meanwhile. A reason that is being written stays in its form.
      if (state !== 'confirmed' || !(error instanceof ApiError) || error.code !== 'report_decided') return;
      showToast('Отчёт не подтверждён', { detail: error.message, tone: 'warn' });
      for (const queryKey of decideReport.invalidates?.({ report: plainReport(report), state, answer: null }) ?? []) {
        void client.invalidateQueries({ queryKey });
      }
    },
  });
  if (report.unsent && !decide.isPending && !decide.error) {
    return (
      <>
        <p className={styles.facts}>
          <span className={styles.note}>{report.state === 'confirmed' ? 'Вы подтвердили' : 'Вы вернули отчёт'}</span>
          <UnsentMark unsent={report.unsent} />
        </p>
        {report.answer ? (
          <p dir="auto" className={styles.said}>
            {report.answer}
          </p>
        ) : null}
      </>
    );
  }
  const fault = decide.error instanceof ApiError ? decide.error.fields.answer : undefined;
  const title = taskTitle(report.task);
  return (
    <div className={styles.answer}>
      {isReturning ? (
        <ReturnForm
          fault={fault}
          busy={decide.isPending}
          onReturn={(words) => decide.mutate({ state: 'returned', answer: words })}
          onCancel={() => {
            setReturning(false);
            focusWhenLost(() => begin.current);
          }}
        />
      ) : (
        <div className={styles.buttons}>
          <Button
            size="small"
            icon={Check}
            busy={decide.isPending}
            aria-label={`Подтвердить исполнение: ${title}`}
            onClick={() => decide.mutate({ state: 'confirmed', answer: null })}
          >
            Подтвердить
          </Button>
          <Button
            ref={begin}
            size="small"
            icon={Undo2}
            aria-label={`Вернуть: ${title}`}
            onClick={() => setReturning(true)}
          >
            Вернуть
          </Button>
        </div>
      )}
      <div role="alert">
        {decide.error && !fault ? <p className={styles.failure}>{errorWords(decide.error).words}</p> : null}
      </div>
    </div>
  );
}

/**
 * Returns the part of a report that a queued answer stores: no values applied only to the task, no expiring addresses.
 */
function plainReport({ id, author_name, task }: WaitingReport): Decision['report'] {
  const { id: taskId, title, status, protocol_id } = task;
  return { id, author_name, task: { id: taskId, title, status, protocol_id } };
}
