import * as pg from 'drizzle-orm/pg-core';
import { meetingAnswers } from '#contract/meetings/invitation.ts';
import { createdAt, id, instant, oneOf } from './columns.ts';
import { meetings } from './meetings.ts';
import { users } from './people.ts';

const meetingId = () =>
  pg
    .text('meeting_id')
    .notNull()
    .references(() => meetings.id, { onDelete: 'cascade' });

/** People asked to a meeting who are not users. */
export const meetingGuests = pg.pgTable(
  'meeting_guests',
  {
    meetingId: meetingId(),
    id: pg.text('id').notNull(),
    name: pg.text('name').notNull(),
    email: pg.text('email').notNull(),
    /** From 0, as the secretary listed them. */
    place: pg.integer('place').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.meetingId, t.id] })],
);

/** What people were told of a meeting, to say later what was changed of it. */
export type ToldMeeting = {
  title: string;
  place: string;
  link: string;
  /** Titles of the questions. */
  agenda: string[];
  /** SHA-256 of the description without its questions. */
  description: string;
  files: { id: string; name: string }[];
};

/**
 * Each time a secretary invited people to a meeting or told them of a change. The id is the client's, so that a
 * repeated request adds none.
 */
export const meetingRounds = pg.pgTable(
  'meeting_rounds',
  {
    id: id(),
    meetingId: meetingId(),
    /** SEQUENCE of iCalendar, from 0. */
    sequence: pg.integer('sequence').notNull(),
    /**
     * SHA-256 of what the mails said of the meeting, and its times: if the meeting now differs, people are to be told.
     */
    content: pg.text('content').notNull(),
    times: pg.text('times').notNull(),
    /** What the mails said of the meeting besides; null for rounds of earlier releases. */
    told: pg.jsonb('told').$type<ToldMeeting>(),
    createdAt: createdAt(),
  },
  (t) => [pg.uniqueIndex('meeting_rounds_sequence').on(t.meetingId, t.sequence)],
);

/** A person who was invited to a meeting, and the answer: a user, or a guest by the id in `meeting_guests`. */
export const meetingInvitations = pg.pgTable(
  'meeting_invitations',
  {
    id: id(),
    meetingId: meetingId(),
    userId: pg.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    guestId: pg.text('guest_id'),
    name: pg.text('name').notNull(),
    email: pg.text('email').notNull(),
    /** SHA-256 of the token of the personal link. */
    tokenHash: pg.text('token_hash').notNull().unique(),
    /** Number of the last round that told this person. */
    sequence: pg.integer('sequence').notNull(),
    /** Number of the last round before it whose mail arrived; null if there was none. */
    heardSequence: pg.integer('heard_sequence'),
    /** The mail of that round; mails are deleted after a while. */
    mailId: pg.text('mail_id'),
    answer: pg.text('answer', { enum: meetingAnswers }),
    deputy: pg.text('deputy'),
    note: pg.text('note'),
    answeredAt: instant('answered_at'),
    /**
     * The times of the meeting that was answered, as in `meeting_rounds.times`; null for answers of earlier releases.
     */
    answeredTimes: pg.text('answered_times'),
    /** What was answered before the meeting was moved. */
    previousAnswer: pg.text('previous_answer', { enum: meetingAnswers }),
    createdAt: createdAt(),
    /** When this person was taken off the list; the link is then invalid. */
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    oneOf('meeting_invitations_answer', t.answer, meetingAnswers),
    pg.index('meeting_invitations_meeting').on(t.meetingId),
    pg.index('meeting_invitations_user').on(t.userId),
  ],
);

/** The secret address by which a person's calendar is read elsewhere; another one takes its place. */
export const calendarSubscriptions = pg.pgTable('calendar_subscriptions', {
  userId: pg
    .text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** What the token is made of, together with the secret of the server. */
  id: pg.text('id').notNull(),
  /** SHA-256 of the token. */
  tokenHash: pg.text('token_hash').notNull().unique(),
  createdAt: createdAt(),
});
