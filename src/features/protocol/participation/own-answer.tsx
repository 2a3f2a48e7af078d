import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerWords, longestDeputy, type MeetingAnswer, meetingAnswers } from '#contract/invitation.ts';
import type { OwnMeeting } from '#contract/participation.ts';
import { answerMeeting } from '#src/data/participation/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { errorWords, mutate, type Optimistic } from '#src/sync/index.ts';
import { Button, ChoiceStrip, TextField } from '#src/ui/index.ts';
import styles from './participation.module.css';

const choices = meetingAnswers.map((value) => ({ value, title: answerWords[value] }));

/** Whether one comes to a meeting to which one was invited: answered here as by the link of the mail, offline too. */
export function OwnAnswer({ meeting }: { meeting: Optimistic<OwnMeeting> }) {
  const { invitation, unsent } = meeting;
  const given = invitation?.answer ?? undefined;
  const [isNaming, setNaming] = useState(false);
  const [deputy, setDeputy] = useState(invitation?.deputy ?? '');
  const [isWrong, setWrong] = useState(false);
  const send = useMutation({
    mutationFn: async (answer: MeetingAnswer) => {
      const named = answer === 'deputy' ? { deputy: deputy.trim() } : {};
      return (await mutate(answerMeeting, { meeting, answer, ...named })).kept;
    },
    onSuccess: () => setNaming(false),
  });
  const choose = (answer: MeetingAnswer) => {
    if (answer === 'deputy') setNaming(true);
    else if (!send.isPending) send.mutate(answer);
  };
  const name = (event: FormEvent) => {
    event.preventDefault();
    setWrong(deputy.trim() === '');
    if (deputy.trim() !== '' && !send.isPending) send.mutate('deputy');
  };
  return (
    <div className={styles.own}>
      {invitation?.previous_answer && !given ? (
        <p className={styles.note}>
          Встречу перенесли. Раньше вы ответили: «{answerWords[invitation.previous_answer]}». Ответьте ещё раз.
        </p>
      ) : null}
      <ChoiceStrip label="Вы придёте?" choices={choices} value={isNaming ? 'deputy' : given} onChange={choose} />
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
          <Button type="submit" busy={send.isPending}>
            Ответить
          </Button>
        </form>
      ) : null}
      <p role="status" className={styles.note}>
        {given === 'deputy' && !isNaming ? `Вместо вас: ${invitation?.deputy}` : ''}
        {send.data === false && !isNaming ? ' Ответ отправлен' : ''}
      </p>
      <UnsentMark unsent={unsent} />
      <div role="alert">
        {send.error ? <p className={styles.failure}>Ответ не отправлен. {errorWords(send.error).words}</p> : null}
      </div>
    </div>
  );
}
