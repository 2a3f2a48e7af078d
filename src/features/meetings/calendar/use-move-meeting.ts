import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { createMeeting, meetingTime, plainMeeting, updateMeeting } from '#src/data/meeting/index.ts';
import { queuedWords } from '#src/data/queued/index.ts';
import {
  editUnsent,
  errorWords,
  mutate,
  type OpenForm,
  type Optimistic,
  type OutboxRow,
  outbox,
  useOpenForm,
  variablesOf,
} from '#src/sync/index.ts';
import { showToast, useUnsaved } from '#src/ui/index.ts';
import { type MeetingTimes, timeFields } from '../base/meeting-times.ts';

interface Move extends MeetingTimes {
  meeting: Optimistic<Meeting>;
}

/**
 * Saves new times of meetings, which are shown at once. `move` saves after a drag, `nudge` takes each step made by
 * keys, and `shown` are the meetings with the unsaved steps applied. If the server refuses, the meeting goes back and a
 * message says why; `refusals` counts the refusals: after each the meetings have to be rendered again.
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
      showToast(move.meeting.series ? 'Перенесена только эта встреча серии' : 'Встреча перенесена', {
        detail: kept ? `${time}. ${queuedWords}` : time,
      });
    },
    onError: refuse,
  });
  const nudges = useNudges(meetings, (meeting, times) => writeTimes(meeting, times, open).catch(refuse));
  return { move: mutate, refusals, ...nudges };
}

/** Milliseconds without a key press after which the steps are saved. */
const restMs = 700;

interface Nudge {
  meeting: Optimistic<Meeting>;
  times: MeetingTimes;
}

/**
 * Applies times that keys change step by step: shown at once, saved after a pause, by `flush`, when the page is hidden
 * or on unmount. `write` never rejects.
 */
export function useNudges(
  meetings: readonly Optimistic<Meeting>[],
  write: (meeting: Optimistic<Meeting>, times: MeetingTimes) => Promise<unknown>,
) {
  const [nudges, setNudges] = useState<ReadonlyMap<string, Nudge>>(new Map());
  const due = useRef(new Map<string, Nudge>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ meetings, nudges, write });
  latest.current = { meetings, nudges, write };
  useUnsaved(() => due.current.size > 0);

  const { nudge, flush } = useMemo(() => {
    const writeDue = () => {
      clearTimeout(timer.current);
      const all = [...due.current];
      due.current.clear();
      for (const [id, each] of all) {
        void latest.current.write(each.meeting, each.times).finally(() =>
          // A step made meanwhile stays shown.
          setNudges((before) => (before.get(id) === each ? without(before, id) : before)),
        );
      }
    };
    const take = (id: string, times: MeetingTimes) => {
      const { meetings: listed, nudges: known } = latest.current;
      // The list of the days that are shown may not contain it yet.
      const meeting = listed.find((each) => each.id === id) ?? known.get(id)?.meeting;
      if (!meeting) return;
      const each = { meeting, times };
      due.current.set(id, each);
      setNudges((before) => new Map(before).set(id, each));
      clearTimeout(timer.current);
      timer.current = setTimeout(writeDue, restMs);
    };
    return { nudge: take, flush: writeDue };
  }, []);

  useEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      flush();
    };
  }, [flush]);

  const shown = useMemo(() => withNudges(meetings, nudges), [meetings, nudges]);
  return { shown, nudge, flush };
}

function withNudges(
  meetings: readonly Optimistic<Meeting>[],
  nudges: ReadonlyMap<string, Nudge>,
): readonly Optimistic<Meeting>[] {
  if (nudges.size === 0) return meetings;
  const moved = new Map([...nudges].map(([id, { meeting, times }]) => [id, { ...meeting, ...timeFields(times) }]));
  const rest = meetings.filter(({ id }) => !moved.has(id));
  return [...rest, ...moved.values()];
}

function without(nudges: ReadonlyMap<string, Nudge>, id: string): ReadonlyMap<string, Nudge> {
  const rest = new Map(nudges);
  rest.delete(id);
  return rest;
}

/**
 * Saves the times of a meeting. They are merged into a queued mutation of it, so that moving a meeting several times
 * offline makes one mutation. Resolves with whether it is queued.
 */
export async function writeTimes(meeting: Optimistic<Meeting>, times: MeetingTimes, form: OpenForm): Promise<boolean> {
  const change = timeFields(times);
  const last = outbox.list().findLast(({ subject }) => subject === meeting.id);
  if (last && (await mergedIntoQueued(last, change))) return true;
  const variables = { meeting: plainMeeting(meeting), change, files: [] };
  const { kept } = await mutate(updateMeeting, variables, { form, basedOn: meeting.unsent?.writes });
  return kept;
}

async function mergedIntoQueued(row: OutboxRow, times: ReturnType<typeof timeFields>): Promise<boolean> {
  const made = variablesOf(createMeeting, row);
  if (made) return editUnsent(createMeeting, row, { ...made, body: { ...made.body, ...times } });
  const changed = variablesOf(updateMeeting, row);
  return changed ? editUnsent(updateMeeting, row, { ...changed, change: { ...changed.change, ...times } }) : false;
}
