import { type FormEvent, useRef, useState } from 'react';
import { answerWords, longestDeputy, type MeetingAnswer, meetingAnswers } from '#contract/invitation.ts';
import type { OwnMeeting } from '#contract/participation.ts';
import { answerMeeting } from '#src/data/participation/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { enqueue, errorWords, type Optimistic } from '#src/sync/index.ts';
import { Button, ChoiceStrip, focusWhenLost, TextField } from '#src/ui/index.ts';
import styles from './participation.module.css';

const choices = meetingAnswers.map((value) => ({ value, title: answerWords[value] }));

/** The person's answer to the invitation to a meeting, as by the link in the mail; it also works offline. */
export function OwnAnswer({ meeting }: { meeting: Optimistic<OwnMeeting> }) {
  const { invitation, unsent } = meeting;
  const given = invitation?.answer ?? undefined;
  const [isNaming, setNaming] = useState(false);
  const [deputy, setDeputy] = useState(invitation?.deputy ?? '');
  const [isWrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string>();
  const strip = useRef<HTMLDivElement>(null);
  const send = (answer: MeetingAnswer, named?: string) => {
    const { id, title, start_at, end_at } = meeting;
    setFailure(undefined);
    close();
    const reply = { meeting: { id, title, start_at, end_at }, answer, ...(named ? { deputy: named } : {}) };
    // Replaces an answer that has not been sent yet.
    enqueue(answerMeeting, reply, unsent?.writes).catch((error: unknown) => setFailure(errorWords(error).words));
  };
  /** Closes the field for the name; the focus returns to the button that opened it. */
  const close = () => {
    setNaming(false);
    setWrong(false);
    if (isNaming) focusWhenLost(() => strip.current?.querySelector<HTMLElement>('button:last-child'));
  };
  const name = (event: FormEvent) => {
    event.preventDefault();
    const named = deputy.trim();
    setWrong(named === '');
    if (named !== '') send('deputy', named);
  };
  return (
    <div className={styles.own}>
      {invitation?.previous_answer && !given ? (
        <p className={styles.note}>
          Встречу перенесли. Раньше вы ответили: «{answerWords[invitation.previous_answer]}». Ответьте ещё раз.
        </p>
      ) : null}
      <div ref={strip}>
        <ChoiceStrip
          label="Вы придёте?"
          choices={choices}
          value={isNaming ? 'deputy' : given}
          onChange={(answer) => (answer === 'deputy' ? setNaming(true) : send(answer))}
        />
      </div>
      {isNaming ? (
        <form noValidate className={styles.deputy} onSubmit={name}>
          <TextField
            label="Кто придёт вместо вас"
            aria-required
            autoFocus
            autoComplete="off"
            maxLength={longestDeputy}
            value={deputy}
            error={isWrong ? 'Назовите заместителя' : undefined}
            onChange={({ currentTarget }) => setDeputy(currentTarget.value)}
          />
          <Button type="submit">Ответить</Button>
          <Button variant="quiet" onClick={close}>
            Отмена
          </Button>
        </form>
      ) : null}
      <p role="status" className={styles.note}>
        {given === 'deputy' && !isNaming ? `Вместо вас: ${invitation?.deputy}` : ''}
      </p>
      <UnsentMark unsent={unsent} />
      <div role="alert">{failure ? <p className={styles.failure}>Ответ не сохранён. {failure}</p> : null}</div>
    </div>
  );
}
