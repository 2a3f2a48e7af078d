import type { Meeting } from '#contract/meeting.ts';
import { shortened } from '#contract/shortened.ts';
import { type cancelMeeting, type deleteMeeting, meetingTitle, plainMeeting } from '#src/data/meeting/index.ts';
import { type Deletion, DeletionQuestion, useDeletion } from '#src/features/common/index.ts';
import { type Optimistic, outbox } from '#src/sync/index.ts';

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
