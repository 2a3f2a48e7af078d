import * as z from 'zod/mini';
import { boolean, email, int, maybe, requiredText, string, whenUsed } from './common.ts';
import { id } from './id.ts';

/** What a person who was invited to a meeting answers. */
export const meetingAnswers = ['yes', 'no', 'deputy'] as const;
export type MeetingAnswer = (typeof meetingAnswers)[number];

export const answerWords: Record<MeetingAnswer, string> = {
  yes: 'Приду',
  no: 'Не приду',
  deputy: 'Пришлю заместителя',
};

export const mostGuests = 100;
export const longestDeputy = 200;
export const longestNote = 1_000;

/** Who is asked to a meeting without having an account. */
export const meetingGuest = z.looseObject({ id, name: string, email: string });
export type MeetingGuest = z.infer<typeof meetingGuest>;

/** The name and the e-mail of a guest, as they are typed. */
export const guestFields = { name: requiredText(200), email };

/** Guests of a meeting, in the order of its secretary. */
export const meetingGuestsInput = whenUsed(() =>
  z.array(z.looseObject({ id, ...guestFields })).check(
    z.maxLength(mostGuests, `Гостей может быть не больше ${mostGuests}`),
    z.refine((guests) => isDistinct(guests.map((guest) => guest.email.toLowerCase())), 'Гости с одинаковым e-mail'),
    z.refine((guests) => isDistinct(guests.map((guest) => guest.id)), 'Гость указан дважды'),
  ),
);

const isDistinct = (texts: readonly string[]) => new Set(texts).size === texts.length;

/** What a meeting says of its invitations; null until there are any. */
export const invitationCounts = z.looseObject({
  /** How many people are invited, and how many of them come or send somebody. */
  invited: int,
  coming: int,
  sent_at: maybe(string),
});

/** How the mail to a person is: not written yet, waiting, sent, only stored on the server, or refused for good. */
export const invitationMailStates = ['none', 'waiting', 'sent', 'stored', 'failed'] as const;

const answer = z.catch(maybe(z.enum(meetingAnswers)), undefined);

/** A person who is, or may be, invited to a meeting: a user or a guest. */
export const invitedPerson = z.looseObject({
  user_id: maybe(id),
  guest_id: maybe(id),
  name: maybe(string),
  email: maybe(string),
  /** The secretary who invites: no mail goes there. */
  is_organizer: maybe(boolean),
  state: z.catch(z.enum(invitationMailStates), 'none'),
  /** Why the mail was refused, or why none is sent. */
  error: maybe(string),
  answer,
  /** Who comes in this person's place. */
  deputy: maybe(string),
  note: maybe(string),
  answered_at: maybe(string),
  /** What was answered before the meeting was moved. */
  previous_answer: answer,
});
export type InvitedPerson = z.infer<typeof invitedPerson>;

/** GET /meetings/{id}/invitations: who is told what, and what they answered. */
export const meetingInvitations = whenUsed(() =>
  z.looseObject({
    people: z.array(invitedPerson),
    /** When invitations were sent last; null before that. */
    sent_at: maybe(string),
    /** Whether somebody is still to be told: of the meeting, a change, or that they are not expected any more. */
    is_outdated: boolean,
  }),
);
export type MeetingInvitations = z.infer<typeof meetingInvitations>;

/** POST /meetings/{id}/invitations: tells everybody what they do not know yet. The client's id makes it once. */
export const invitationRound = z.looseObject({ id });

/** GET /me/calendar: the secret address of the own calendar; null where there is none. */
export const calendarSubscription = z.looseObject({ url: z.nullable(string), created_at: maybe(string) });
export type CalendarSubscription = z.infer<typeof calendarSubscription>;
