import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { meetingTime } from '#src/data/meeting/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import { errorWords, type Optimistic, useOpenForm } from '#src/sync/index.ts';
import { showToast } from '#src/ui/index.ts';
import { type MeetingTimes, timeFields } from '../base/meeting-times.ts';
import { useNudges } from './use-nudges.ts';
import { writeTimes } from './write-times.ts';

interface Move extends MeetingTimes {
  meeting: Optimistic<Meeting>;
}

/**
 * Writes a meeting's new time, shown at once: `move` for one that was dragged, `nudge` for one that keys move step by step,
 * and `shown` lays those steps over the meetings until they are written. Where it is not taken the meeting goes back and a
 * message says why; `refusals` counts those: each is a reason to draw the meetings anew.
 */
export function useMoveMeeting(meetings: readonly Optimistic<Meeting>[]) {
  const open = useOpenForm();
  const [refusals, setRefusals] = useState(0);
  const refuse = (error: unknown) => {
    setRefusals((count) => count + 1);
    const { title, words } = errorWords(error);
    showToast('Встреча не перенесена', { detail: `${title}. ${words}`, tone: 'bad' });
  };
  const { mutate } = useMutation({
    mutationFn: ({ meeting, ...times }: Move) => writeTimes(meeting, times, open),
    onSuccess: (kept, move) => {
      const time = meetingTime(timeFields(move));
      showToast('Встреча перенесена', { detail: kept ? `${time}. ${queuedWords}` : time });
    },
    onError: refuse,
  });
  const nudges = useNudges(meetings, (meeting, times) => writeTimes(meeting, times, open).catch(refuse));
  return { move: mutate, refusals, ...nudges };
}
