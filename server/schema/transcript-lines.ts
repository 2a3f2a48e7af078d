import * as pg from 'drizzle-orm/pg-core';
import { spokenForms } from './columns.ts';
import { users } from './people.ts';
import { transcripts } from './video.ts';

/** The segments of a transcript. Written by `derived/transcript-rows.ts` alone, which keeps `transcripts.spoken` in step. */
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
    // For the moment of a rare word: in fifteen transcripts of three hours it is found in a third of the time.
    pg.index('transcript_segments_search').using('gin', t.search),
  ],
);
