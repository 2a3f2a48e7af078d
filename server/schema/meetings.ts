import * as pg from 'drizzle-orm/pg-core';
import { bodies } from './bodies.ts';
import { bytes, createdAt, id, instant, searchForms, searchKey, updatedAt, version } from './columns.ts';
import { users } from './people.ts';

export const meetings = pg.pgTable(
  'meetings',
  {
    id: id(),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: pg.text('title').notNull().default(''),
    description: pg.text('description'),
    place: pg.text('place'),
    link: pg.text('link'),
    startAt: instant('start_at').notNull(),
    endAt: instant('end_at').notNull(),
    bodyId: pg.text('body_id').references(() => bodies.id, { onDelete: 'set null' }),
    version: version(),
    searchKey: searchKey(),
    search: searchForms(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.index('meetings_owner_start').on(t.ownerId, t.startAt),
    pg.index('meetings_end').on(t.endAt),
    pg.index('meetings_body').on(t.bodyId),
    pg.index('meetings_search').using('gin', t.search),
  ],
);

export const meetingParticipants = pg.pgTable(
  'meeting_participants',
  {
    meetingId: pg
      .text('meeting_id')
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    userId: pg
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [pg.primaryKey({ columns: [t.meetingId, t.userId] }), pg.index('meeting_participants_user').on(t.userId)],
);

export const meetingFiles = pg.pgTable(
  'meeting_files',
  {
    id: id(),
    meetingId: pg
      .text('meeting_id')
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    name: pg.text('name').notNull(),
    type: pg.text('type').notNull(),
    size: bytes('size').notNull(),
    storageKey: pg.text('storage_key').notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.index('meeting_files_meeting').on(t.meetingId)],
);
