import { useEffect, useRef, useState } from 'react';
import { longestReport } from '#contract/tasks/report.ts';
import { Button, submitOnCtrlEnter, TextArea, useUnsaved } from '#src/ui/index.ts';
import styles from './report.module.css';

interface ReturnFormProps {
  /** Reason written before. */
  before?: string;
  /** The server's objection to the reason. */
  fault?: string | undefined;
  busy: boolean;
  onReturn: (words: string) => void;
  onCancel: () => void;
}

/** Form for the reason why a report is returned, which its author will read. */
export function ReturnForm({ before = '', fault, busy, onReturn, onCancel }: ReturnFormProps) {
  const [answer, setAnswer] = useState(before);
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useUnsaved(() => answer.trim() !== before.trim());
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      noValidate
      className={styles.answer}
      onKeyDownCapture={submitOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault();
        const words = answer.trim();
        setMissing(words === '');
        if (words === '') field.current?.focus();
        else if (!busy) onReturn(words);
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
        <Button size="small" variant="primary" type="submit" busy={busy}>
          Вернуть исполнителю
        </Button>
        <Button size="small" onClick={onCancel}>
          Отмена
        </Button>
      </div>
    </form>
  );
}
