import * as z from 'zod/mini';
import { boolean, email, emailKey, int, maybe, requiredText, string, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';

/** Answers of a person invited to a meeting. */
export const meetingAnswers = ['yes', 'no', 'deputy'] as const;
export type MeetingAnswer = (typeof meetingAnswers)[number];

export const answerWords: Record<MeetingAnswer, string> = {
  yes: 'Приду',
  no: 'Не приду',
  deputy: 'Пришлю заместителя',
};

export const maxGuests = 100;
export const longestDeputy = 200;
export const longestNote = 1_000;

/** A person invited to a meeting who has no account. */
export const meetingGuest = z.looseObject({ id, name: string, email: string });
export type MeetingGuest = z.infer<typeof meetingGuest>;

export const guestFields = { name: requiredText(200), email };

/** Guests of a meeting, in the order chosen by its secretary. */
export const meetingGuestsInput = whenUsed(() =>
  z.array(z.looseObject({ id, ...guestFields })).check(
    z.maxLength(maxGuests, `Гостей может быть не больше ${maxGuests}`),
    z.refine((guests) => isDistinct(guests.map((guest) => emailKey(guest.email))), 'Гости с одинаковым e-mail'),
    z.refine((guests) => isDistinct(guests.map((guest) => guest.id)), 'Гость указан дважды'),
  ),
);

const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

/** State of a meeting's invitations; null until there are any. */
export const invitationCounts = z.looseObject({
  /** Number of people invited, and of those who come or send a deputy. */
  invited: int,
  coming: int,
  /** Number of people without an answer whose mailbox refused the last mail; absent if the server does not send it. */
  refused: maybe(int),
  sent_at: maybe(string),
});

/** State of the mail to a person: not written yet, waiting, sent, only stored on the server, or finally refused. */
export const invitationMailStates = ['none', 'waiting', 'sent', 'stored', 'failed'] as const;

const answer = z.catch(maybe(z.enum(meetingAnswers)), undefined);

/** A user or a guest who is, or may be, invited to a meeting. */
export const invitedPerson = z.looseObject({
  user_id: maybe(id),
  guest_id: maybe(id),
  name: maybe(string),
  email: maybe(string),
  /** The secretary who invites, to whom no mail is sent. */
  is_organizer: maybe(boolean),
  state: z.catch(z.enum(invitationMailStates), 'none'),
  /** Why the mail was refused, or why none is sent. */
  error: maybe(string),
  answer,
  /** Name of the deputy. */
  deputy: maybe(string),
  note: maybe(string),
  answered_at: maybe(string),
  /** The answer given before the meeting was moved. */
  previous_answer: answer,
});
export type InvitedPerson = z.infer<typeof invitedPerson>;

/** GET /meetings/{id}/invitations: the people, the state of their mails, and their answers. */
export const meetingInvitations = whenUsed(() =>
  z.looseObject({
    people: z.array(invitedPerson),
    /** When invitations were last sent; null before the first round. */
    sent_at: maybe(string),
    /** Whether somebody must still be told of the meeting, of a change, or that they are no longer invited. */
    is_outdated: boolean,
  }),
);
export type MeetingInvitations = z.infer<typeof meetingInvitations>;

/** POST /meetings/{id}/invitations: tells everybody what they do not know yet. The client's id makes it idempotent. */
export const invitationRound = z.looseObject({ id });

/** GET /me/calendar: the secret address of the person's own calendar; null if there is none. */
export const calendarSubscription = z.looseObject({ url: z.nullable(string), created_at: maybe(string) });
export type CalendarSubscription = z.infer<typeof calendarSubscription>;
