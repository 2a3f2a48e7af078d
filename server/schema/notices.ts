import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { type NoticeFacts, type NotifiableKind, noticeKinds } from '#contract/notices/notice.ts';
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts';
import { sessions, users } from './people.ts';

const userId = () =>
  pg
    .text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Notices to people. Without foreign keys, since what a notice tells of may be gone by now. */
export const notices = pg.pgTable(
  'notices',
  {
    id: id(),
    userId: userId(),
    kind: pg.text('kind', { enum: noticeKinds }).notNull(),
    /** Deduplication key: a repeated sweep or write makes no second notice. */
    key: pg.text('key').notNull(),
    /** The task that it is about; of a task that was carried on, the first one. */
    taskId: pg.text('task_id'),
    protocolId: pg.text('protocol_id'),
    meetingId: pg.text('meeting_id'),
    facts: pg.jsonb('facts').$type<NoticeFacts>().notNull(),
    /** Whether it is in the list of the app. */
    isListed: pg.boolean('is_listed').notNull(),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    /** When a mail is to include it; null if none is to, or one already has. */
    mailDue: instant('mail_due'),
    /** The same of pushes to devices. */
    pushDue: instant('push_due'),
    /** When the first mail or push included it; null while it is in the list alone. */
    toldAt: instant('told_at'),
  },
  (t) => [
    oneOf('notices_kind', t.kind, noticeKinds),
    pg.uniqueIndex('notices_once').on(t.userId, t.kind, t.key),
    pg
      .index('notices_list')
      .on(t.userId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`is_listed`),
    pg.index('notices_unread').on(t.userId).where(sql`is_listed and read_at is null`),
    pg.index('notices_mail').on(t.mailDue).where(sql`mail_due is not null`),
    pg.index('notices_push').on(t.pushDue).where(sql`push_due is not null`),
    pg.index('notices_age').on(t.createdAt),
  ],
);

const refused = (name: string) => pg.text(name).array().$type<NotifiableKind[]>().notNull().default([]);

/** Channels by which a person is notified of each kind; without a row the person has chosen nothing. */
export const noticeSettings = pg.pgTable('notice_settings', {
  userId: userId().primaryKey(),
  /** Stores what the person refused, so that kinds that are new, or come with another role, are sent. */
  refusedApp: refused('refused_app'),
  refusedMail: refused('refused_mail'),
  refusedPush: refused('refused_push'),
  /** Hours of the organization, HH:MM, between which devices stay quiet; null: they never do. */
  quietFrom: pg.text('quiet_from'),
  quietTo: pg.text('quiet_to'),
  updatedAt: updatedAt(),
});

/** The browsers that notices are pushed to, each as long as its session lives. */
export const pushSubscriptions = pg.pgTable(
  'push_subscriptions',
  {
    id: id(),
    userId: userId(),
    /** The session in which it was subscribed: whoever signs in next on the browser receives nothing from it. */
    sessionId: pg
      .text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: pg.text('endpoint').notNull().unique(),
    p256dh: pg.text('p256dh').notNull(),
    auth: pg.text('auth').notNull(),
    name: pg.text('name'),
    createdAt: createdAt(),
    lastSuccessAt: instant('last_success_at'),
  },
  (t) => [pg.index('push_subscriptions_user').on(t.userId), pg.index('push_subscriptions_session').on(t.sessionId)],
);

/** Runs that happen once: `reminders` of a day, and a week's summaries once all of them are written. */
export const noticeRuns = pg.pgTable(
  'notice_runs',
  {
    name: pg.text('name').notNull(),
    /** The day, or the Monday of the week that is summed up: YYYY-MM-DD. */
    day: pg.text('day').notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.primaryKey({ columns: [t.name, t.day] })],
);

/** Who was sent the summary of which week; written in the transaction that posts the mail. */
export const weekSummaries = pg.pgTable(
  'week_summaries',
  {
    userId: userId(),
    /** Its Monday, YYYY-MM-DD. */
    week: pg.text('week').notNull(),
    /** Null where there was nothing to sum up. */
    mailId: pg.text('mail_id'),
    createdAt: createdAt(),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.week] })],
);
