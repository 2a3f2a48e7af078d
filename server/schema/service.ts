import * as pg from 'drizzle-orm/pg-core';
import type { StoredAttachment, StoredCalendar } from '#server/platform/db/index.ts';
import { createdAt, id, instant, oneOf, updatedAt } from './columns.ts';
import { users } from './people.ts';
import { protocols } from './protocols.ts';

/** The first answer to each key that a client sent with a write. */
export const idempotencyKeys = pg.pgTable(
  'idempotency_keys',
  {
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: pg.text('key').notNull(),
    /** SHA-256 of method, address and body: another request under the same key is a mistake. */
    requestHash: pg.text('request_hash').notNull(),
    /** Null while the first request is being answered. */
    status: pg.integer('status'),
    contentType: pg.text('content_type'),
    /** What the write was about; null for what names nothing. */
    objectId: pg.text('object_id'),
    /** Null also once the object is gone for this person (`forgetReplies`). */
    reply: pg.text('reply'),
    createdAt: createdAt(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.userId, t.key] }),
    pg.index('idempotency_keys_age').on(t.createdAt),
    pg.index('idempotency_keys_object').on(t.objectId),
  ],
);

export const mails = pg.pgTable(
  'mails',
  {
    id: id(),
    recipient: pg.text('recipient').notNull(),
    subject: pg.text('subject').notNull(),
    text: pg.text('text').notNull(),
    html: pg.text('html'),
    /** The person who sent it, to whom answers go. */
    replyTo: pg.text('reply_to'),
    /** The protocol that it carries. */
    protocolId: pg.text('protocol_id').references(() => protocols.id, { onDelete: 'cascade' }),
    attachments: pg.jsonb('attachments').$type<StoredAttachment[]>().notNull().default([]),
    /** The event that it invites to, changes or cancels. */
    calendar: pg.jsonb('calendar').$type<StoredCalendar>(),
    state: pg.text('state').notNull().default('waiting'),
    attempts: pg.integer('attempts').notNull().default(0),
    error: pg.text('error'),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    oneOf('mails_state', t.state, ['waiting', 'sent', 'stored', 'failed']),
    pg.index('mails_state_age').on(t.state, t.createdAt),
    pg.index('mails_protocol').on(t.protocolId),
  ],
);

/**
 * Files that nobody refers to: written in the transaction that removes the row, or before a file is stored whose row is
 * still to come. Emptied by the storage's sweep.
 */
export const discardedFiles = pg.pgTable('discarded_files', {
  storageKey: pg.text('storage_key').primaryKey(),
  /** From when on the file may be removed. */
  createdAt: createdAt(),
});

/** What an administrator has set for the whole installation: a name and its value. */
export const settings = pg.pgTable('settings', {
  name: pg.text('name').primaryKey(),
  value: pg.jsonb('value').notNull(),
  updatedById: pg.text('updated_by_id').references(() => users.id, { onDelete: 'set null' }),
  updatedAt: updatedAt(),
});

/**
 * The keys of a PostgreSQL that several servers share, oldest first by `created_at`. A server whose key is given by its
 * environment leaves the fingerprint alone here, by which the others know that they have the same.
 */
export const serverKeys = pg.pgTable('server_keys', {
  fingerprint: pg.text('fingerprint').primaryKey(),
  secret: pg.text('secret'),
  /** When it begins to sign, once every server has read it; it signs until the next key begins. */
  signsFrom: instant('signs_from').notNull(),
  /** Time from which its signatures are no longer accepted. */
  droppedAt: instant('dropped_at'),
  createdAt: createdAt(),
});

/** Failed attempts at all servers, by a digest of who made them. */
export const attemptCounts = pg.pgTable(
  'attempt_counts',
  {
    id: id(),
    count: pg.integer('count').notNull(),
    until: instant('until').notNull(),
  },
  (t) => [pg.index('attempt_counts_until').on(t.until)],
);
