import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import { proposalKinds, proposalSources, proposalStates } from '#contract/insights/proposal.ts';
import { summarySources } from '#contract/insights/summary.ts';
import { transcriptSources } from '#contract/recordings/transcript.ts';
import { uploadPlaces, uploadStates } from '#contract/recordings/upload.ts';
import type { StoredEvidence, StoredPoint, StoredSpeaker } from '#server/platform/db/index.ts';
import { bytes, createdAt, gatheredForms, id, instant, oneOf, updatedAt, version } from './columns.ts';
import { users } from './people.ts';
import { protocols } from './protocols.ts';
import { recordingParts } from './recording-parts.ts';

/** One file on its way in. The row outlives its protocol, so that what lies on the disk is swept. */
export const uploads = pg.pgTable(
  'uploads',
  {
    id: id(),
    protocolId: pg.text('protocol_id').references(() => protocols.id, { onDelete: 'set null' }),
    ownerId: pg
      .text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where it goes once verified; null, from clients that cannot name a place: it replaces the first recording. */
    place: pg.text('place', { enum: uploadPlaces }),
    /**
     * The recording that it may replace, as confirmed by a person; if another one is the first by then, it becomes the
     * next part.
     */
    insteadOf: pg.text('instead_of'),
    /** The recording that the next part ran beside, and the only voice in it. */
    besideId: pg.text('beside_id'),
    speaker: pg.text('speaker'),
    state: pg.text('state', { enum: uploadStates }).notNull().default('receiving'),
    fileName: pg.text('file_name').notNull().default(''),
    fileType: pg.text('file_type').notNull().default(''),
    /** Null while a foreign client, which does not name it, has sent no chunk but the last. */
    chunkSize: pg.integer('chunk_size'),
    totalSize: bytes('total_size'),
    totalChunks: pg.integer('total_chunks').notNull(),
    chunksSha256: pg.text('chunks_sha256'),
    sha256: pg.text('sha256'),
    storageKey: pg.text('storage_key'),
    error: pg.text('error'),
    /** Where its chunks lie in the storage; null: in a file in the data folder of one server. */
    chunksAt: pg.text('chunks_at'),
    /**
     * The lease of the server that verifies it: its owner, its end by the clock of the database, and the number of
     * leases.
     */
    leaseOwner: pg.text('lease_owner'),
    leaseUntil: instant('lease_until'),
    fence: pg.integer('fence').notNull().default(0),
    /** When it was suspended for another upload to the protocol; it goes on after that one. */
    suspendedAt: instant('set_aside_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    assembledAt: instant('assembled_at'),
  },
  (t) => [
    oneOf('uploads_state', t.state, uploadStates),
    oneOf('uploads_place', t.place, uploadPlaces),
    /** Two uploads to one protocol never interleave. */
    pg
      .uniqueIndex('uploads_open')
      .on(t.protocolId)
      .where(sql`state in ('receiving', 'verifying') and set_aside_at is null`),
    pg.index('uploads_protocol').on(t.protocolId, t.state),
    pg.index('uploads_sweep').on(t.state, t.updatedAt),
  ],
);

export const uploadChunks = pg.pgTable(
  'upload_chunks',
  {
    uploadId: pg
      .text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    index: pg.integer('index').notNull(),
    size: pg.integer('size').notNull(),
    sha256: pg.text('sha256').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (t) => [pg.primaryKey({ columns: [t.uploadId, t.index] })],
);

/** The transcript of one recording; a draft is the result of a new run beside a transcript that a person has edited. */
export const transcripts = pg.pgTable(
  'transcripts',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** The recording; null for the first one. */
    partId: pg.text('part_id').references(() => recordingParts.id, { onDelete: 'cascade' }),
    isDraft: pg.boolean('is_draft').notNull().default(false),
    source: pg.text('source', { enum: transcriptSources }).notNull(),
    /** The people behind the voices: the name used in the segments, and the user. */
    speakers: pg.jsonb('speakers').$type<StoredSpeaker[]>().notNull().default([]),
    /**
     * Every word of the lines in any Russian form, and the owner, so that a search touches no other secretary's rows.
     * One transcript in force has the words of all recordings of its protocol; the others and drafts have none.
     */
    spoken: gatheredForms('spoken'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('transcripts_source', t.source, transcriptSources),
    pg.uniqueIndex('transcripts_recording').on(t.protocolId, t.isDraft, sql`coalesce(part_id, '')`),
    pg.index('transcripts_part').on(t.partId),
    pg.index('transcripts_spoken').using('gin', t.spoken),
  ],
);

/**
 * Summaries of a meeting by version: the newest that is no draft is in force, older ones stay readable. A draft is the
 * result of a new run beside a version that a person has edited.
 */
export const summaries = pg.pgTable(
  'summaries',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    isDraft: pg.boolean('is_draft').notNull().default(false),
    text: pg.text('text').notNull().default(''),
    points: pg.jsonb('points').$type<StoredPoint[]>().notNull().default([]),
    source: pg.text('source', { enum: summarySources }).notNull(),
    version: version(),
    createdById: pg.text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('summaries_source', t.source, summarySources),
    pg.uniqueIndex('summaries_version').on(t.protocolId, t.version),
    pg.uniqueIndex('summaries_draft').on(t.protocolId).where(sql`is_draft`),
  ],
);

/** What the processing proposes for the minutes; the secretary takes each over or dismisses it. */
export const proposals = pg.pgTable(
  'proposals',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    kind: pg.text('kind', { enum: proposalKinds }).notNull(),
    state: pg.text('state', { enum: proposalStates }).notNull().default('open'),
    text: pg.text('text').notNull(),
    /** Identifies equal proposals: a new run brings back none that was answered. */
    textKey: pg.text('text_key').notNull(),
    source: pg.text('source', { enum: proposalSources }).notNull(),
    evidence: pg.jsonb('evidence').$type<StoredEvidence>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('proposals_kind', t.kind, proposalKinds),
    oneOf('proposals_state', t.state, proposalStates),
    oneOf('proposals_source', t.source, proposalSources),
    pg.uniqueIndex('proposals_once').on(t.protocolId, t.kind, t.textKey),
  ],
);
