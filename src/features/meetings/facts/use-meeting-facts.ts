import { useMemo } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { bodyTitle, meetingOfBody, useBodies } from '#src/data/body/index.ts';
import { isOver, meetingTitle, type ProtocolMark, protocolMark } from '#src/data/meeting/index.ts';
import { useNow } from '#src/ui/index.ts';

/** What a calendar tells of a meeting beside its times and its title. */
export interface MeetingFacts {
  isPast: boolean;
  mark: ProtocolMark | undefined;
  /** The name of its body, where the title does not say it. */
  body: string | undefined;
}

const everyMs = 30_000;

/** Tells of each meeting whether it is past, how it stands with its protocol, and of which body it is. */
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
