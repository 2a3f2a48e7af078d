import { type FormEvent, useRef, useState } from 'react';
import { answerWords, longestDeputy, type MeetingAnswer, meetingAnswers } from '#contract/meetings/invitation.ts';
import type { OwnMeeting } from '#contract/participation/participation.ts';
import { answerMeeting } from '#src/data/participation/index.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import { enqueue, errorWords, type Optimistic } from '#src/sync/index.ts';
import { Button, ChoiceStrip, focusWhenLost, TextField } from '#src/ui/index.ts';
import styles from './participation.module.css';

const choices = meetingAnswers.map((value) => ({ value, title: answerWords[value] }));

interface OwnAnswerProps {
  meeting: Optimistic<OwnMeeting>;
  /** The other meetings of its series that can be answered. */
  others: readonly Optimistic<OwnMeeting>[];
}

/**
 * The person's answer to the invitation to a meeting, as by the link in the mail; it also works offline. Once given, it
 * can be given to the other meetings of the series.
 */
export function OwnAnswer({ meeting, others }: OwnAnswerProps) {
  const { invitation, unsent } = meeting;
  const given = invitation?.answer ?? undefined;
  const [isNaming, setNaming] = useState(false);
  const [deputy, setDeputy] = useState(invitation?.deputy ?? '');
  const [isWrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isAnswered, setAnswered] = useState(false);
  const strip = useRef<HTMLDivElement>(null);
  const send = (answer: MeetingAnswer, named?: string) => {
    setFailure(undefined);
    setAnswered(true);
    close();
    keep([meeting], answer, named);
  };
  const keep = (answered: readonly Optimistic<OwnMeeting>[], answer: MeetingAnswer, named: string | undefined) => {
    for (const { id, title, start_at, end_at, unsent: earlier } of answered) {
      const reply = { meeting: { id, title, start_at, end_at }, answer, ...(named ? { deputy: named } : {}) };
      // Replaces an answer that has not been sent yet.
      enqueue(answerMeeting, reply, earlier?.writes).catch((error: unknown) => setFailure(errorWords(error).words));
    }
  };
  const rest = others.filter(
    (other) => other.invitation?.answer !== given || (other.invitation?.deputy ?? '') !== (invitation?.deputy ?? ''),
  );
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
      {isAnswered && given && !isNaming && rest.length > 0 ? (
        <Button size="small" onClick={() => keep(rest, given, invitation?.deputy ?? undefined)}>
          Ответить так же на остальные ({rest.length})
        </Button>
      ) : null}
      <UnsentMark unsent={unsent} />
      <div role="alert">{failure ? <p className={styles.failure}>Ответ не сохранён. {failure}</p> : null}</div>
    </div>
  );
}
