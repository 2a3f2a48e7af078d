import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import type { ProcessingStep } from '#contract/recordings/processing.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { createdAt, id, oneOf, updatedAt } from './columns.ts';
import { protocols } from './protocols.ts';

/** Stages of a single recording: those of a protocol that concern its recording. */
export const partStages = ['video_uploaded', 'video_process', 'success_video_process', 'error_video_process'] as const;

/**
 * The recordings of a protocol other than the first, which is stored in the protocol's own row with its stage. The id
 * is that of the upload.
 */
export const recordingParts = pg.pgTable(
  'recording_parts',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** Position in the order of the meeting: the first recording is at 0, recordings before it are negative. */
    position: pg.integer('position').notNull(),
    title: pg.text('title'),
    /** The break before it, in seconds. */
    pause: pg.doublePrecision('pause').notNull().default(0),
    /** The recording that it ran beside, and how many seconds after its beginning; null: it follows those before it. */
    besideId: pg.text('beside_id'),
    offset: pg.doublePrecision('offset').notNull().default(0),
    /** The only voice in it. */
    speaker: pg.text('speaker'),
    stage: pg.text('stage', { enum: partStages }).notNull().default('video_uploaded'),
    video: pg.jsonb('video').$type<StoredVideo>().notNull(),
    processing: pg.jsonb('processing').$type<ProcessingStep[]>().notNull().default([]),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    oneOf('recording_parts_stage', t.stage, partStages),
    pg.index('recording_parts_order').on(t.protocolId, t.position),
    // Running parts are looked up again and again, and are few.
    pg.index('recording_parts_running').on(t.stage).where(sql`stage = 'video_process'`),
  ],
);
