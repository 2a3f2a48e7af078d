import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';
import type { ProcessingStep } from '#contract/processing.ts';
import type { StoredVideo } from '#server/platform/db/index.ts';
import { createdAt, id, oneOf, updatedAt } from './columns.ts';
import { protocols } from './protocols.ts';

/** The stages of a recording alone, as they are those of a protocol with one. */
export const partStages = ['video_uploaded', 'video_process', 'success_video_process', 'error_video_process'] as const;

/**
 * The recordings of a protocol beside the first, which stands in the protocol's own row with its stage. The id is that of the
 * upload.
 */
export const recordingParts = pg.pgTable(
  'recording_parts',
  {
    id: id(),
    protocolId: pg
      .text('protocol_id')
      .notNull()
      .references(() => protocols.id, { onDelete: 'cascade' }),
    /** Its place in the order of the meeting; the first recording stands at 0, what is before it below. */
    position: pg.integer('position').notNull(),
    title: pg.text('title'),
    /** The break before it, in seconds. */
    pause: pg.doublePrecision('pause').notNull().default(0),
    /** The recording that it lies beside, and how many seconds after its beginning; null: it follows those before it. */
    besideId: pg.text('beside_id'),
    offset: pg.doublePrecision('offset').notNull().default(0),
    /** Whose voice alone is in it. */
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
    // What is under way is looked for again and again, and is little.
    pg.index('recording_parts_running').on(t.stage).where(sql`stage = 'video_process'`),
  ],
);
