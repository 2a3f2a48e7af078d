import type { MeetingAnswer } from '#contract/meetings/invitation.ts';
import type { RepeatRule } from '#contract/meetings/series/repeat-rule.ts';
import type { MeetingFacts } from './meeting-facts.ts';
import type { MailKind } from './meeting-mails.ts';
import type { Told } from './told-meeting.ts';

/** What a person is told of one meeting. */
export type Message = {
  kind: MailKind;
  facts: MeetingFacts;
  /** SEQUENCE of the event. */
  sequence: number;
  /** The person, with the id of the invitation. */
  reader: { id: string; name: string; email: string; answer: MeetingAnswer | null };
  /** What the person knows of the meeting, where the mail tells of a change. */
  before?: Told | undefined;
};

/** What a round tells of a series as a whole. */
export type SeriesWords = {
  rule: RepeatRule;
  /** Number of its meetings that the round could tell of. */
  coming: number;
};

export type Wording = {
  series?: SeriesWords;
  zone: string;
  stamp: Date;
  /** Returns where the person of an invitation answers. */
  link: (invitationId: string) => string;
};
