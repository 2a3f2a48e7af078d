import type { MeetingAnswer } from '#contract/meetings/invitation.ts';

type Given = { answer: MeetingAnswer | null; answeredTimes: string | null; previousAnswer: MeetingAnswer | null };

/** Returns the start and the end of a meeting as one text. */
export function timesOf({ startAt, endAt }: { startAt: Date; endAt: Date }): string {
  return `${startAt.toISOString()}/${endAt.toISOString()}`;
}

/**
 * Returns the answer as it stands for these times of the meeting: an answer to other times only counts as the previous
 * one.
 */
export function answerFor<Row extends Given>(invitation: Row, times: string): Row {
  const { answer, answeredTimes } = invitation;
  const isOld = answer && answeredTimes && answeredTimes !== times;
  return isOld ? { ...invitation, answer: null, previousAnswer: answer } : invitation;
}
