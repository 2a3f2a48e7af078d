import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { instantOf } from '#src/components/date-value.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { isOurs } from '#src/lib/is-ours.ts';
import { keptWords } from '#src/lib/kept-words.ts';
import { meetingTime } from '#src/lib/meeting-words.ts';
import { showToast } from '#src/lib/toast.ts';
import { plainMeeting } from '#src/lib/writes/lay-meetings.ts';
import { updateMeeting } from '#src/lib/writes/meeting-writes.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { write } from '#src/lib/writes/write.ts';

interface Move {
  meeting: Laid<Meeting>;
  start: Date;
  end: Date | undefined;
}

/**
 * Writes a dragged meeting's new time, shown at once; where it is not taken the meeting goes back and a message says why.
 * `refusals` counts those: each is a reason to draw the meetings anew.
 */
export function useMoveMeeting() {
  const open = useOpenForm();
  const [refusals, setRefusals] = useState(0);
  const { mutate } = useMutation({
    mutationFn: async (move: Move) => {
      const { meeting } = move;
      const variables = {
        ...{ meeting: plainMeeting(meeting), change: timesOf(move), files: [] },
        isOurs: await isOurs(),
      };
      return write(updateMeeting, variables, { form: open, laid: meeting.unsent?.writes });
    },
    onSuccess: ({ kept }, move) => {
      const time = meetingTime(timesOf(move));
      showToast('Встреча перенесена', { detail: kept ? `${time}. ${keptWords}` : time });
    },
    onError: (error) => {
      setRefusals((count) => count + 1);
      const { title, words } = errorWords(error);
      showToast('Встреча не перенесена', { detail: `${title}. ${words}`, tone: 'bad' });
    },
  });
  return { move: mutate, refusals };
}

function timesOf({ start, end }: Move) {
  return { start_at: instantOf(start), ...(end ? { end_at: instantOf(end) } : {}) };
}
