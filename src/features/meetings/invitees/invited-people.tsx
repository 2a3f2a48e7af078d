import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { emailKey } from '#contract/common.ts';
import type { InvitedPerson, MeetingInvitations } from '#contract/meetings/invitation.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { plural } from '#contract/text/plurals.ts';
import {
  countsOf,
  invitationsQuery,
  invitesTo,
  inviteToMeeting,
  inviteToSeries,
  isOver,
} from '#src/data/meeting/index.ts';
import { storedMailWords, useOffers } from '#src/data/provider/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { formatMoment } from '#src/format/index.ts';
import { enqueue, errorWords, type Optimistic, useQueuedMutations } from '#src/sync/index.ts';
import { Badge, Button, showToast, type Tone, useNow } from '#src/ui/index.ts';
import { type Reach, ReachQuestion } from '../series/reach-question.tsx';
import styles from './invitees.module.css';

interface InvitedPeopleProps {
  meeting: Optimistic<Meeting>;
  /** Shown until the invitations are known. */
  children: ReactNode;
}

/** Participants of a meeting, with the state of their mails and their answers. */
export function InvitedPeople({ meeting, children }: InvitedPeopleProps) {
  const { data } = useQuery(invitationsQuery(meeting.id));
  const now = useNow(true, 60_000);
  const isQueued = useIsQueued(meeting);
  // The server's list lacks unsent changes of the participants.
  if (!data || !isSameList(meeting, data.people)) return children;
  const counts = countsOf(data);
  const isPast = isOver(meeting, now);
  return (
    <>
      {data.sent_at ? <AnswerCount counts={counts} people={data.people} /> : null}
      <ul className={styles.people}>
        {data.people.map((person) => (
          <PersonLine key={person.user_id ?? person.guest_id} person={person} isInvited={Boolean(data.sent_at)} />
        ))}
      </ul>
      {isPast && !isQueued ? null : <SendRow meeting={meeting} data={data} isQueued={isQueued} />}
    </>
  );
}

/** Whether the server lists the same people as the meeting here. */
function isSameList({ participant_ids, guests }: Meeting, people: readonly InvitedPerson[]): boolean {
  const here = [...(participant_ids ?? []), ...(guests ?? []).map(({ id, email }) => `${id} ${emailKey(email)}`)];
  const there = people.map(({ user_id, guest_id, email }) => user_id ?? `${guest_id} ${email}`);
  return here.length === there.length && here.every((id) => there.includes(id));
}

function AnswerCount({ counts, people }: { counts: ReturnType<typeof countsOf>; people: readonly InvitedPerson[] }) {
  const { invited, coming } = counts;
  const silent = people.filter(({ state, answer }) => state !== 'none' && !answer).length;
  const away = people.filter(({ answer }) => answer === 'no').length;
  const come = `${coming} из ${invited} ${plural(coming, 'придёт', 'придут', 'придут')}`;
  return (
    <p className={styles.answers}>
      <span className={styles.count}>{silent === invited ? `Приглашены: ${invited}` : come}</span>
      {silent === invited ? ', пока никто не ответил' : ''}
      {away > 0 ? `, не придут: ${away}` : ''}
      {silent > 0 && silent < invited ? `, нет ответа: ${silent}` : ''}
    </p>
  );
}

function PersonLine({ person, isInvited }: { person: InvitedPerson; isInvited: boolean }) {
  const { name, email, guest_id, note, state, error, is_organizer, answered_at, answer, deputy } = person;
  const { words, tone } = answerOf(person, isInvited);
  const more = [
    guest_id && email,
    answer === 'deputy' && deputy,
    answered_at && answer && formatMoment(answered_at).replaceAll(' ', '\u00A0'),
  ];
  const mail = answer && state !== 'failed' && !error ? undefined : mailWords(person);
  const details = [...more, mail].filter(Boolean).join(' · ');
  return (
    <li className={styles.person}>
      <span dir="auto">{name || email}</span>
      {is_organizer ? <span className={styles.hint}>организатор</span> : null}
      {!is_organizer && words ? <Badge tone={tone}>{words}</Badge> : null}
      {details ? (
        <span className={state === 'failed' || error ? styles.refused : styles.more} dir="auto">
          {details}
        </span>
      ) : null}
      {answer && note ? (
        <span className={styles.more} dir="auto">
          «{note}»
        </span>
      ) : null}
    </li>
  );
}

function answerOf(
  { answer, state, previous_answer }: InvitedPerson,
  isInvited: boolean,
): { words: string; tone: Tone } {
  if (answer === 'yes') return { words: 'придёт', tone: 'ok' };
  if (answer === 'no') return { words: 'не придёт', tone: 'warn' };
  if (answer === 'deputy') return { words: 'пришлёт заместителя', tone: 'accent' };
  if (state === 'none') return { words: isInvited ? 'без приглашения' : '', tone: 'plain' };
  return { words: previous_answer ? 'нет ответа после переноса' : 'нет ответа', tone: 'plain' };
}

/** Lowercases the first letter of this app's messages inside a sentence; those of a mail server stay as they are. */
function inSentence(words: string): string {
  return words.replace(/^[А-ЯЁ](?=[а-яё])/, (letter) => letter.toLowerCase());
}

/** Returns the state of the mail, as the server knows it. */
function mailWords({ state, error }: InvitedPerson): string | undefined {
  if (state === 'failed') return `письмо не отправлено: ${inSentence(error || 'причина неизвестна')}`;
  if (state === 'none' || error) return error ?? undefined;
  return { waiting: 'письмо в очереди', sent: 'письмо отправлено', stored: 'письмо сохранено на сервере' }[state];
}

interface SendRowProps {
  meeting: Optimistic<Meeting>;
  data: MeetingInvitations;
  isQueued: boolean;
}

/**
 * Button that sends the invitations, or a notice of a change; nothing is sent by itself. In a series it asks of which
 * meetings people are told.
 */
function SendRow({ meeting, data, isQueued }: SendRowProps) {
  const { sent_at, is_outdated, people } = data;
  const isAnybody = people.some(({ is_organizer }) => !is_organizer);
  const isStored = people.some(({ state }) => state === 'stored');
  const { seriesInvitations } = useOffers();
  const [isAsked, setAsked] = useState(false);
  const isOfSeries = Boolean(seriesInvitations && meeting.series && meeting.occurrence);
  const send = async (reach: Reach) => {
    setAsked(false);
    try {
      await enqueueRound(meeting, reach);
    } catch (error) {
      showToast('Письма не отправлены', { detail: errorWords(error).words, tone: 'bad' });
    }
  };
  if (!isAnybody && !sent_at) return null;
  const isOffered = !isQueued && (!sent_at || is_outdated);
  return (
    <div className={styles.send}>
      {isOffered ? (
        <Button size="small" onClick={() => (isOfSeries ? setAsked(true) : void send('one'))}>
          {sent_at ? 'Сообщить об изменении' : 'Отправить приглашения'}
        </Button>
      ) : null}
      <p role="status" className={styles.hint}>
        {statusWords({ ...data, isQueued, isStored })}
      </p>
      {isAsked ? (
        <ReachQuestion
          title={sent_at ? 'Сообщить о встрече серии' : 'Пригласить на встречу серии'}
          confirm={sent_at ? 'Сообщить' : 'Отправить приглашения'}
          onChoose={(reach) => void send(reach)}
          onCancel={() => setAsked(false)}
        >
          Каждый получит одно письмо обо всех встречах, о которых ещё не знает.
        </ReachQuestion>
      ) : null}
    </div>
  );
}

function enqueueRound({ id, title, series, occurrence }: Meeting, reach: Reach): Promise<unknown> {
  const round = { id: uuidv7(), meeting: { id, title, series } };
  if (reach === 'one' || !series || !occurrence) return enqueue(inviteToMeeting, round);
  // The first meeting may have been moved to a day before the one given by the rule.
  const from = reach === 'all' && series.first < occurrence ? series.first : occurrence;
  return enqueue(inviteToSeries, { ...round, series: { id: series.id }, from });
}

function statusWords(
  state: Pick<MeetingInvitations, 'sent_at' | 'is_outdated'> & { isQueued: boolean; isStored: boolean },
) {
  if (state.isQueued) return `Письма участникам: ${queuedWords.toLowerCase()}`;
  if (!state.sent_at) return 'Участникам ещё ничего не отправлено.';
  if (state.is_outdated) return 'Не все знают о встрече в её нынешнем виде.';
  return state.isStored ? storedMailWords : `Письма составлены ${formatMoment(state.sent_at)}.`;
}

/** Whether mails of this meeting wait on the device. */
function useIsQueued(meeting: Meeting): boolean {
  return useQueuedMutations().some((row) => row.state === 'waiting' && invitesTo(row, meeting));
}
