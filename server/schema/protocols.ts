import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import type { SignatureMark } from '#contract/documents/document.ts';
import type { AgendaItem } from '#contract/protocols/protocol.ts';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import { stages } from '#contract/stage.ts';
import type { ProtocolSnapshot, StoredVideo } from '#server/platform/db/index.ts';
import { bodies } from './bodies.ts';
import { createdAt, decisionForms, id, instant, oneOf, searchForms, searchKey, updatedAt, version } from './columns.ts';
import { meetings } from './meetings.ts';
import { users } from './people.ts';
import { templateFiles } from './templates.ts';

export const protocols = pg.pgTable(
  'protocols',
  {
    id: id(),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stage: pg.text('stage', { enum: stages }).notNull().default('no_video'),
    stageChangedAt: instant('stage_changed_at').notNull().defaultNow(),
    number: pg.text('number'),
    /**
     * Where the number is unique within its year: `org:<organization>` or, without one, `owner:<id>`; `body:<id>` of a
     * body that numbers its protocols by themselves.
     */
    numberScope: pg.text('number_scope').notNull(),
    numberYear: pg.integer('number_year').notNull(),
    title: pg.text('title').notNull().default(''),
    kind: pg.text('kind'),
    /** As it was entered, with its offset: the day of the meeting is the day in that offset. */
    heldAt: pg.text('held_at'),
    endedAt: pg.text('ended_at'),
    place: pg.text('place'),
    organization: pg.text('organization'),
    meetingId: pg.text('meeting_id').references(() => meetings.id, { onDelete: 'set null' }),
    bodyId: pg.text('body_id').references(() => bodies.id, { onDelete: 'set null' }),
    chairmanId: pg.text('chairman_id').references(() => users.id, { onDelete: 'set null' }),
    secretaryId: pg.text('secretary_id').references(() => users.id, { onDelete: 'set null' }),
    /** Condition under which its members may decide. */
    quorum: pg.jsonb('quorum').$type<QuorumRule>(),
    agenda: pg.jsonb('agenda').$type<AgendaItem[]>().notNull().default([]),
    video: pg.jsonb('video').$type<StoredVideo>(),
    processing: pg.jsonb('processing').$type<ProcessingStep[]>().notNull().default([]),
    /** Whether participants may watch the recording once the protocol is signed off. */
    recordingShared: pg.boolean('recording_shared').notNull().default(false),
    version: version(),
    searchKey: searchKey(),
    search: searchForms(),
    /** The words of its decisions, which can also be searched separately. */
    decisionKey: pg.text('decision_key').notNull().default(''),
    decisionSearch: decisionForms(),
    /** Version of `search_key` and `decision_key` in this row: `version` in protocol-search.ts. */
    searchVersion: pg.smallint('search_version').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('protocols_stage', t.stage, stages),
    pg.index('protocols_list').on(t.ownerId, t.createdAt, t.id),
    pg.index('protocols_stage_list').on(t.ownerId, t.stage, t.createdAt, t.id),
    pg.uniqueIndex('protocols_number').on(t.numberScope, t.numberYear, t.number),
    // Two numbers that differ in the zeros before them are the same one: `numberKey` of the contract.
    pg
      .index('protocols_number_key')
      .on(t.numberScope, t.numberYear, sql`regexp_replace(${t.number}, '^0+(?=[0-9])', '')`),
    pg.index('protocols_body').on(t.bodyId),
    pg.index('protocols_meeting').on(t.meetingId),
    // For statistics on how long protocols took, without reading their rows.
    pg.index('protocols_final').on(t.ownerId, t.stageChangedAt, t.heldAt).where(sql`stage = 'final'`),
    pg.index('protocols_search').using('gin', t.search),
    pg.index('protocols_decision_search').using('gin', t.decisionSearch),
    pg.index('protocols_search_version').on(t.searchVersion),
    // For the filters of the list: by chairman, by days of the meetings.
    pg.index('protocols_chairman').on(t.chairmanId),
    pg.index('protocols_held').on(t.ownerId, sql`left(${t.heldAt}, 10)`),
  ],
);

/** How many protocols an owner has in each stage, kept by a trigger: a page's total costs the same at any size. */
export const protocolCounts = pg.pgTable(
  'protocol_counts',
  {
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stage: pg.text('stage', { enum: stages }).notNull(),
    total: pg.integer('total').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.ownerId, t.stage] })],
);

/** The last number given in a scope and year. */
export const protocolNumbers = pg.pgTable(
  'protocol_numbers',
  {
    scope: pg.text('scope').notNull(),
    year: pg.integer('year').notNull(),
    last: pg.integer('last').notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.scope, t.year] })],
);

/** Every final version of a protocol as it was signed off; the newest edition is the one in force. */
export const finalVersions = pg.pgTable(
  'final_versions',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    edition: pg.integer('edition').notNull(),
    number: pg.text('number').notNull(),
    /** Where the number was unique when it was signed: there it stays taken, even if its protocol has another one. */
    numberScope: pg.text('number_scope').notNull(),
    numberYear: pg.integer('number_year').notNull(),
    snapshot: pg.jsonb('snapshot').$type<ProtocolSnapshot>().notNull(),
    pdfKey: pg.text('pdf_key'),
    pdfSha256: pg.text('pdf_sha256'),
    /** The file of the template that it was signed off with; null: the usual form. */
    templateFileId: pg.text('template_file_id').references(() => templateFiles.id),
    docxKey: pg.text('docx_key'),
    docxSha256: pg.text('docx_sha256'),
    /** Who has signed it electronically, outside of the app. */
    signatures: pg.jsonb('signatures').$type<SignatureMark[]>().notNull().default([]),
    /** Why it was opened again; null while it is in force. */
    reopenedFor: pg.text('reopened_for'),
    reopenedAt: instant('reopened_at'),
    createdById: pg.text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (t) => [
    pg.uniqueIndex('final_versions_edition').on(t.protocolId, t.edition),
    pg.index('final_versions_template').on(t.templateFileId),
    pg
      .index('final_versions_number')
      .on(t.numberScope, t.numberYear, sql`regexp_replace(${t.number}, '^0+(?=[0-9])', '')`),
  ],
);
