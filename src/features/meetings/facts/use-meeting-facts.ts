import { useMemo } from 'react';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { bodyTitle, meetingOfBody, useBodies } from '#src/data/body/index.ts';
import { isOver, meetingTitle, type ProtocolMark, protocolMark } from '#src/data/meeting/index.ts';
import { useNow } from '#src/ui/index.ts';

/** Facts of a meeting that the calendar and the list show besides its times and title. */
export interface MeetingFacts {
  isPast: boolean;
  mark: ProtocolMark | undefined;
  /** Name of its body; undefined where the title contains it. */
  body: string | undefined;
}

const everyMs = 30_000;

/** Returns a function that gives the facts of a meeting. */
export function useMeetingFacts(): (meeting: Meeting) => MeetingFacts {
  const now = useNow(true, everyMs);
  const { known } = useBodies();
  return useMemo(() => {
    const names = new Map(known.map((body) => [body.id, { name: bodyTitle(body), told: meetingOfBody(body).title }]));
    return (meeting) => {
      const body = names.get(meeting.body_id ?? '');
      const title = meetingTitle(meeting).toLowerCase();
      const isNamed = body && [body.name, body.told].some((words) => title.includes(words.toLowerCase()));
      return {
        isPast: isOver(meeting, now),
        mark: protocolMark(meeting, now),
        body: isNamed ? undefined : body?.name,
      };
    };
  }, [now, known]);
}
