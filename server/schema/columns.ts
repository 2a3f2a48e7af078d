import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

/*
 * The columns that tables share. The tables are the same for the embedded database and for PostgreSQL. Enumerations are
 * text with a CHECK, since a value added to a PostgreSQL enum cannot be used in the run that adds it. Identifiers are
 * text: UUIDv7 of ours, or what a client made. Collation is not relied on: what is sorted by name has a key.
 */

export const id = () => pg.text('id').primaryKey();
export const instant = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
export const version = () => pg.integer('version').notNull().default(1);
export const bytes = (name: string) => pg.bigint(name, { mode: 'number' });

/** What is searched: `searchKeyOf` of the row's words. */
export const searchKey = () => pg.text('search_key').notNull().default('');

const vector = pg.customType<{ data: string }>({ dataType: () => 'tsvector' });
/** The words of `search_key` as they are: searched by prefix, so that typing finds. */
export const search = () => vector('search').generatedAlwaysAs(sql`to_tsvector('simple', search_key)`);

/** The same, and the Russian stems of the words: searched by any form of a word too. */
export const searchForms = () =>
  vector('search').generatedAlwaysAs(sql`to_tsvector('simple', search_key) || to_tsvector('russian', search_key)`);

/** Words of `text` in any Russian form, ё as е: for rows that are many and short, so that no key is kept beside them. */
export const spokenForms = () => {
  const words = sql.raw("translate(text, 'ёЁ', 'еЕ')");
  return vector('search').generatedAlwaysAs(sql`to_tsvector('simple', ${words}) || to_tsvector('russian', ${words})`);
};

/** The words of `decision_key` in any form, with whose they are: `=<owner>`, so that the index alone finds one's own. */
export const decisionForms = () =>
  vector('decision_search').generatedAlwaysAs(sql`case when decision_key <> '' then to_tsvector('simple', decision_key)
    || to_tsvector('russian', decision_key) || array_to_tsvector(array['=' || owner_id]) end`);

/** Words that a repository gathers from other rows, without their places. */
export const gatheredForms = (name: string) => vector(name);

/** A CHECK that the column has one of these values. */
export const oneOf = (name: string, column: pg.AnyPgColumn, values: readonly string[]) =>
  pg.check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
