import { useEffect, useMemo, useRef, useState } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { useUnsaved } from '#src/ui/index.ts';
import { type MeetingTimes, timeFields } from '../base/meeting-times.ts';

/** How long the keys rest before what they did is written. */
const restMs = 700;

interface Nudge {
  meeting: Optimistic<Meeting>;
  times: MeetingTimes;
}

/**
 * Times that keys change step by step: shown at once, written when the keys rest, or as soon as the person turns to
 * something else. `write` never rejects.
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
          // Another step may have come meanwhile, and is shown on.
          setNudges((before) => (before.get(id) === each ? without(before, id) : before)),
        );
      }
    };
    const take = (id: string, times: MeetingTimes) => {
      const { meetings: listed, nudges: known } = latest.current;
      // In the days that are shown now it may not be listed yet.
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
