import { useQueryClient } from '@tanstack/react-query';
import type { Meeting } from '#contract/meetings/meeting.ts';
import type { SeriesReach } from '#contract/meetings/series-calls.ts';
import { capitalized } from '#contract/text/capitalized.ts';
import { plural } from '#contract/text/plurals.ts';
import { shortened } from '#contract/text/shortened.ts';
import {
  type cancelMeeting,
  cancelSeries,
  type deleteMeeting,
  deleteSeries,
  elsewhereWords,
  invitesTo,
  inviteToMeeting,
  inviteToSeries,
  knownMeeting,
  meetingTitle,
  plainMeeting,
} from '#src/data/meeting/index.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { type Deletion, DeletionQuestion, useDeletion } from '#src/features/forms/index.ts';
import { type Optimistic, outbox, useQueuedMutations, variablesOf } from '#src/sync/index.ts';

/** Deletes a meeting at once; asks first where other unsent work that depends on it would be lost. */
export function useMeetingDeletion(
  kind: typeof deleteMeeting | typeof cancelMeeting,
  onDeleted: () => void,
): Deletion<Optimistic<Meeting>> {
  return useDeletion({
    kind: kind as typeof deleteMeeting,
    variables: (meeting: Optimistic<Meeting>) => ({ meeting: plainMeeting(meeting) }),
    asks: ({ id }) => lostWith(id).length > 0,
    onDeleted,
  });
}

/** Asks before a meeting is deleted, naming what is deleted with it. */
export function DeleteMeetingQuestion({ deletion }: { deletion: Deletion<Optimistic<Meeting>> }) {
  return (
    <DeletionQuestion deletion={deletion} title="Удалить встречу?" failed="Встреча не удалена" it="её">
      {(meeting) => {
        const lost = lostWith(meeting.id);
        const hasFiles = (meeting.files ?? []).length > 0;
        return (
          <>
            <p>
              Встреча «{shortened(meetingTitle(meeting))}»{' '}
              {hasFiles ? 'будет удалена вместе с файлами' : 'будет удалена'}
              {meeting.protocol_id ? ', её протокол останется' : ''}.
            </p>
            {lost.length > 0 ? (
              <p>Сервер эту встречу не принял, поэтому вместе с ней пропадёт: {lost.join('; ')}.</p>
            ) : null}
          </>
        );
      }}
    </DeletionQuestion>
  );
}

/** Returns, in the words of the queue, what depends on a meeting whose creation the server refused. */
function lostWith(id: string): string[] {
  const refused = outbox.list().find(({ creates, state }) => creates === id && state === 'failed');
  if (!refused) return [];
  return outbox.dependentsOf(refused.id).flatMap(({ subject, title }) => (subject === id ? [] : [title]));
}

export interface Removal {
  meeting: Meeting;
  reach: SeriesReach;
}

/** Deletes the meetings of a series from one on, or all coming ones; this can be undone for a while. */
export function useSeriesDeletion(meeting: Meeting, now: number, onDeleted: () => void) {
  const { meetingSeries, meetingInvitations } = useOffers();
  const client = useQueryClient();
  const isSoonInvited = useQueuedMutations().some((row) => {
    const round = variablesOf(inviteToSeries, row);
    const id = variablesOf(inviteToMeeting, row)?.meeting.id;
    const ofOne = id === undefined ? undefined : (knownMeeting(client, id) ?? meeting).series;
    const invited = round?.series.id ?? ofOne?.id;
    return invited !== undefined && invited === meeting.series?.id;
  });
  const deletion = useDeletion({ kind: deleteSeries, variables: removalOf, onDeleted });
  const cancellation = useDeletion({ kind: cancelSeries, variables: removalOf, onDeleted });
  const isOffered = Boolean(meetingSeries && meeting.series && meeting.occurrence);
  return {
    /** Each asks if the device cannot store a way back. */
    deletions: [deletion, cancellation],
    isOffered,
    /** Whether mails may be sent: people may be invited to the other meetings even if nobody is to this one. */
    mayTell: isOffered && Boolean(meetingInvitations) && (isSoonInvited || isSomebodyInvited(meeting, now)),
    /** @param tells whether the invited people get a mail */
    remove(reach: SeriesReach, tells: boolean) {
      (tells ? cancellation : deletion).start({ meeting, reach });
    },
  };
}

/** Whether the invitations to a meeting are still to be sent, of which the server does not know yet. */
export function useIsSoonInvited(meeting: Meeting): boolean {
  return useQueuedMutations().some((row) => invitesTo(row, meeting));
}

/** Earlier servers do not tell whether anybody is invited to a meeting of the series that is to come. */
function isSomebodyInvited({ series }: Meeting, now: number): boolean {
  const until = series?.invited_until;
  return until === undefined || (until !== null && Date.parse(until) > now);
}

function removalOf({ meeting, reach }: Removal) {
  const { id, title, series, occurrence } = meeting;
  // The first meeting may have been moved to a day before the one given by the rule.
  const from = reach === 'all' ? series?.first : occurrence;
  return { meeting: { id, title }, series: { id: series?.id ?? '' }, from: from ?? '' };
}

/** Says which meetings of a series a deletion does not reach. */
export function stayingWords({ series }: Meeting): string {
  const stay = 'Прошедшие встречи и встречи с протоколом останутся.';
  const elsewhere = series?.elsewhere;
  if (!elsewhere) return stay;
  const others = plural(elsewhere, 'она останется', 'они останутся', 'они останутся');
  return `${stay} ${capitalized(elsewhereWords(elsewhere))}: ${others}.`;
}

/** Asks before meetings of a series are deleted for good, and shows why they were not. */
export function SeriesDeletionQuestion({ deletion }: { deletion: Deletion<Removal> }) {
  return (
    <DeletionQuestion deletion={deletion} title="Удалить встречи серии?" failed="Встречи не удалены" it="их">
      {({ meeting, reach }) => (
        <p>
          {reach === 'all' ? 'Все предстоящие встречи' : 'Эта и следующие встречи'} серии «
          {shortened(meetingTitle(meeting))}» будут удалены. {stayingWords(meeting)}
        </p>
      )}
    </DeletionQuestion>
  );
}
