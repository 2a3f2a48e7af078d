import { useMutation, useQueryClient } from '@tanstack/react-query';
import { uuidv7 } from 'uuidv7';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
import { instantOf } from '#src/components/date-value.ts';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { meetingTime } from '#src/lib/meeting-words.ts';
import { patchMeeting, refetchMeetings } from '#src/lib/queries/meetings.ts';
import { showToast } from '#src/lib/toast.ts';
import { written } from '#src/lib/written.ts';
import { updateBody } from './update-body.ts';

interface Move {
  meeting: Meeting;
  start: Date;
  end: Date | undefined;
}

/** Sends a dragged meeting's new time, shown at once; where it is not taken the meeting goes back and a message says why. */
export function useMoveMeeting() {
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: async (move: Move) => {
      const { meeting } = move;
      const body = updateBody(meeting, timesOf(move), await isOurs());
      const params = { id: meeting.id };
      return await written(api(calls.updateMeeting, { params, idempotencyKey: uuidv7(), body }));
    },
    onMutate: (move) => patchMeeting(client, move.meeting.id, timesOf(move)),
    onSuccess: (_, move) => {
      showToast('Встреча перенесена', { detail: meetingTime(timesOf(move)) });
      return refetchMeetings(client);
    },
    onError: (error, { meeting: { id, start_at, end_at } }) => {
      patchMeeting(client, id, { start_at, end_at });
      const { title, words } = errorWords(error);
      showToast('Встреча не перенесена', { detail: `${title}. ${words}`, tone: 'bad' });
    },
  });
  return move.mutate;
}

function timesOf({ start, end }: Move) {
  return { start_at: instantOf(start), ...(end ? { end_at: instantOf(end) } : {}) };
}
