import * as pg from 'drizzle-orm/pg-core';
import { spokenForms } from './columns.ts';
import { users } from './people.ts';
import { transcripts } from './video.ts';

/**
 * Segments of transcripts. Written only in `derived/`: `transcript-rows.ts` keeps `transcripts.spoken` up to date.
 */
export const transcriptSegments = pg.pgTable(
  'transcript_segments',
  {
    transcriptId: pg
      .text('transcript_id')
      .notNull()
      .references(() => transcripts.id, { onDelete: 'cascade' }),
    id: pg.text('id').notNull(),
    /** Seconds from the beginning of the recording. */
    start: pg.doublePrecision('start').notNull(),
    end: pg.doublePrecision('end').notNull(),
    text: pg.text('text').notNull(),
    speaker: pg.text('speaker'),
    keywords: pg.jsonb('keywords').$type<string[]>().notNull().default([]),
    editedById: pg.text('edited_by_id').references(() => users.id, { onDelete: 'set null' }),
    search: spokenForms(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.transcriptId, t.id] }),
    pg.index('transcript_segments_start').on(t.transcriptId, t.start),
    // For finding the moment of a rare word: over fifteen transcripts of three hours it takes a third of the time.
    pg.index('transcript_segments_search').using('gin', t.search),
  ],
);
