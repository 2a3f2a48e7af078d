import * as pg from 'drizzle-orm/pg-core';
import { roles } from '#contract/roles.ts';
import { createdAt, id, instant, oneOf, search, searchKey, updatedAt } from './columns.ts';

export const users = pg.pgTable(
  'users',
  {
    id: id(),
    /** Trimmed and in lower case. */
    email: pg.text('email').notNull().unique(),
    role: pg.text('role', { enum: roles }).notNull(),
    /** argon2id; null until an invited person has set one. */
    passwordHash: pg.text('password_hash'),
    name: pg.text('name').notNull().default(''),
    position: pg.text('position'),
    organization: pg.text('organization'),
    phone: pg.text('phone'),
    avatarKey: pg.text('avatar_key'),
    isBlocked: pg.boolean('is_blocked').notNull().default(false),
    managerId: pg.text('manager_id').references((): pg.AnyPgColumn => users.id, { onDelete: 'set null' }),
    createdById: pg.text('created_by_id').references((): pg.AnyPgColumn => users.id, { onDelete: 'set null' }),
    /** When the last invitation was made; null where there was none. Its link is deleted earlier. */
    invitedAt: instant('invited_at'),
    searchKey: searchKey(),
    search: search(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('users_role', t.role, roles),
    pg.index('users_manager').on(t.managerId),
    pg.index('users_creator').on(t.createdById),
    pg.index('users_list').on(t.isBlocked, t.searchKey, t.id),
    pg.index('users_name').on(t.searchKey, t.id),
    pg.index('users_role').on(t.role, t.isBlocked, t.searchKey, t.id),
    pg.index('users_search').using('gin', t.search),
  ],
);

/** How many users there are of each kind, kept by a trigger: a page's total costs the same at any size. */
export const userCounts = pg.pgTable(
  'user_counts',
  {
    role: pg.text('role', { enum: roles }).notNull(),
    isBlocked: pg.boolean('is_blocked').notNull(),
    total: pg.integer('total').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.role, t.isBlocked] })],
);

/** One family of refresh tokens: a sign-in on one device. Only SHA-256 digests of tokens are kept. */
export const sessions = pg.pgTable(
  'sessions',
  {
    id: id(),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Digest of the token that was used last; it stays valid until one of `next_hashes` is used. */
    usedHash: pg.text('used_hash'),
    /** Digests of the issued successors of the used token; none of them has been seen yet. */
    nextHashes: pg.text('next_hashes').array().notNull(),
    userAgent: pg.text('user_agent'),
    createdAt: createdAt(),
    usedAt: instant('used_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedFor: pg.text('revoked_for'),
  },
  (t) => [pg.index('sessions_user').on(t.userId), pg.index('sessions_expiry').on(t.expiresAt)],
);

export const passwordResets = pg.pgTable(
  'password_resets',
  {
    tokenHash: pg.text('token_hash').primaryKey(),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: pg.text('kind').notNull().default('reset'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The mail that took the link along. */
    mailId: pg.text('mail_id'),
  },
  (t) => [
    oneOf('password_resets_kind', t.kind, ['reset', 'invitation']),
    pg.index('password_resets_user').on(t.userId),
  ],
);
