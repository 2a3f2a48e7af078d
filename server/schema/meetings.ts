import * as pg from 'drizzle-orm/pg-core';
import type { MeetingGuest } from '#contract/meetings/invitation.ts';
import { holidayChoices } from '#contract/meetings/meeting-series.ts';
import { bodies } from './bodies.ts';
import { bytes, createdAt, id, instant, oneOf, searchForms, searchKey, updatedAt, version } from './columns.ts';
import { users } from './people.ts';

/** Series of meetings: the rule, and the defaults of its next meetings. */
export const meetingSeries = pg.pgTable(
  'meeting_series',
  {
    id: id(),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bodyId: pg.text('body_id').references(() => bodies.id, { onDelete: 'set null' }),
    /** RRULE of RFC 5545, counted from `first`. */
    rule: pg.text('rule').notNull(),
    /** Days are YYYY-MM-DD, times HH:MM by the clock of `zone`. */
    first: pg.text('first').notNull(),
    time: pg.text('time').notNull(),
    minutes: pg.integer('minutes').notNull(),
    zone: pg.text('zone').notNull(),
    /** What happens to a meeting on a holiday. */
    holidays: pg.text('holidays', { enum: holidayChoices }).notNull(),
    /** Days of the rule whose meetings were deleted alone. */
    excluded: pg.jsonb('excluded').$type<string[]>().notNull().default([]),
    /** The day up to which meetings have been created. */
    madeTo: pg.text('made_to').notNull(),
    title: pg.text('title').notNull(),
    description: pg.text('description'),
    place: pg.text('place'),
    link: pg.text('link'),
    participantIds: pg.jsonb('participant_ids').$type<string[]>().notNull().default([]),
    guests: pg.jsonb('guests').$type<MeetingGuest[]>().notNull().default([]),
    /** The series from which this one was split off when it was changed from a day on. */
    splitFrom: pg.text('split_from'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('meeting_series_holidays', t.holidays, holidayChoices),
    pg.index('meeting_series_owner').on(t.ownerId),
    pg.index('meeting_series_body').on(t.bodyId),
    pg.index('meeting_series_made_to').on(t.madeTo),
    pg.index('meeting_series_split_from').on(t.splitFrom),
  ],
);

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
    seriesId: pg.text('series_id').references(() => meetingSeries.id, { onDelete: 'set null' }),
    /** The day that the rule of its series gives it, YYYY-MM-DD. */
    occurrence: pg.text('occurrence'),
    /** Fields that were changed for this one alone, by their names in the API. */
    ownFields: pg.jsonb('own_fields').$type<string[]>().notNull().default([]),
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
    // One meeting for each occurrence, whatever devices ask for at once.
    pg.uniqueIndex('meetings_series').on(t.seriesId, t.occurrence),
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
