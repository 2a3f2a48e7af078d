import * as pg from 'drizzle-orm/pg-core';
import { bytes, createdAt, id } from './columns.ts';
import { users } from './people.ts';

/** Files of templates. A file never changes: a new one is a new row, so that signed-off versions keep theirs. */
export const templateFiles = pg.pgTable('template_files', {
  id: id(),
  name: pg.text('name').notNull(),
  size: bytes('size').notNull(),
  sha256: pg.text('sha256').notNull(),
  storageKey: pg.text('storage_key').notNull(),
  createdById: pg.text('created_by_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
});

/** Templates of the organization for DOCX files of protocols, each with its current file. */
export const templates = pg.pgTable(
  'templates',
  {
    id: id(),
    name: pg.text('name').notNull(),
    fileId: pg
      .text('file_id')
      .notNull()
      .references(() => templateFiles.id),
    createdAt: createdAt(),
  },
  (t) => [pg.index('templates_file').on(t.fileId)],
);
