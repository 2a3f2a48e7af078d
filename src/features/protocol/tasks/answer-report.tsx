import { useMutation } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { longestReport, type WaitingReport } from '#contract/report.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { type Decision, decideReport } from '#src/data/report/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { ApiError, errorWords, mutate, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { Button, focusWhenLost, submitOnCtrlEnter, TextArea, useUnsaved } from '#src/ui/index.ts';
import styles from './report.module.css';
import { taskTitle } from './task-title.ts';

interface AnswerReportProps {
  report: Optimistic<WaitingReport>;
  onSaid: (words: string) => void;
}

/** «Подтвердить», and «Вернуть» with words that its author will read. */
export function AnswerReport({ report, onSaid }: AnswerReportProps) {
  const [answer, setAnswer] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const open = useOpenForm();
  const isReturning = answer !== undefined;
  useUnsaved(() => Boolean(answer?.trim()));
  useEffect(() => {
    if (isReturning) field.current?.focus();
  }, [isReturning]);
  const decide = useMutation({
    mutationFn: (decision: Pick<Decision, 'state' | 'answer'>) =>
      mutate(decideReport, { report: plainReport(report), ...decision }, { form: open }),
    onSuccess: ({ kept }, { state }) => {
      const done = state === 'confirmed' ? 'Исполнение подтверждено' : 'Отчёт возвращён исполнителю';
      onSaid(kept ? `${done}. ${queuedWords}` : done);
      setAnswer(undefined);
      focusWhenLost(() => document.querySelector('h1'));
    },
  });
  const giveBack = () => {
    const words = answer?.trim() ?? '';
    setMissing(words === '');
    if (words === '') field.current?.focus();
    else if (!decide.isPending) decide.mutate({ state: 'returned', answer: words });
  };
  if (report.unsent && !decide.isPending && !decide.error) {
    return (
      <p className={styles.facts}>
        <span className={styles.note}>{report.state === 'confirmed' ? 'Вы подтвердили' : 'Вы вернули отчёт'}</span>
        <UnsentMark unsent={report.unsent} />
      </p>
    );
  }
  const fault = decide.error instanceof ApiError ? decide.error.fields.answer : undefined;
  const title = taskTitle(report.task);
  return (
    <div className={styles.answer}>
      {isReturning ? (
        <form
          noValidate
          className={styles.answer}
          onKeyDownCapture={submitOnCtrlEnter}
          onSubmit={(event) => {
            event.preventDefault();
            giveBack();
          }}
        >
          <TextArea
            ref={field}
            label="Что нужно исправить"
            aria-required
            value={answer}
            maxLength={longestReport}
            error={isMissing ? 'Напишите, что нужно исправить' : fault}
            onChange={({ currentTarget }) => setAnswer(currentTarget.value)}
          />
          <div className={styles.buttons}>
            <Button size="small" variant="primary" type="submit" busy={decide.isPending}>
              Вернуть исполнителю
            </Button>
            <Button
              size="small"
              onClick={() => {
                setAnswer(undefined);
                setMissing(false);
                focusWhenLost(() => begin.current);
              }}
            >
              Отмена
            </Button>
          </div>
        </form>
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
          <Button ref={begin} size="small" icon={Undo2} aria-label={`Вернуть: ${title}`} onClick={() => setAnswer('')}>
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

/** What a queued answer remembers: nothing that was only applied to the task, and no addresses that run out. */
function plainReport({ id, author_name, task }: WaitingReport): Decision['report'] {
  const { id: taskId, title, status, protocol_id } = task;
  return { id, author_name, task: { id: taskId, title, status, protocol_id } };
}
