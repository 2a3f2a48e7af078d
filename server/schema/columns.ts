import { sql } from 'drizzle-orm';
import * as pg from 'drizzle-orm/pg-core';

/*
 * Columns shared by tables. The tables are the same for the embedded database and for PostgreSQL. Enumerations are text
 * with a CHECK, since a value added to a PostgreSQL enum cannot be used in the transaction that adds it. Identifiers
 * are text: our UUIDv7, or what a client made. Nothing relies on the collation: lists sorted by name have a key.
 */

export const id = () => pg.text('id').primaryKey();
export const instant = (name: string) => pg.timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
export const version = () => pg.integer('version').notNull().default(1);
export const bytes = (name: string) => pg.bigint(name, { mode: 'number' });

/** The text that is searched: `searchKeyOf` of the row's words. */
export const searchKey = () => pg.text('search_key').notNull().default('');

const vector = pg.customType<{ data: string }>({ dataType: () => 'tsvector' });
/** The words of `search_key` unchanged: searched by prefix, so that a search works while it is being typed. */
export const search = () => vector('search').generatedAlwaysAs(sql`to_tsvector('simple', search_key)`);

/** The same, and the Russian stems of the words: searched by any form of a word too. */
export const searchForms = () =>
  vector('search').generatedAlwaysAs(sql`to_tsvector('simple', search_key) || to_tsvector('russian', search_key)`);

/**
 * Words of `text` in any Russian form, with ё as е: for many short rows, which therefore have no separate search key.
 */
export const spokenForms = () => {
  const words = sql.raw("translate(text, 'ёЁ', 'еЕ')");
  return vector('search').generatedAlwaysAs(sql`to_tsvector('simple', ${words}) || to_tsvector('russian', ${words})`);
};

/**
 * The words of `decision_key` in any form, and the owner as `=<owner>`, so that the index alone finds a person's own.
 */
export const decisionForms = () =>
  vector('decision_search').generatedAlwaysAs(sql`case when decision_key <> '' then to_tsvector('simple', decision_key)
    || to_tsvector('russian', decision_key) || array_to_tsvector(array['=' || owner_id]) end`);

/** Words that a repository gathers from other rows, without their positions. */
export const gatheredForms = (name: string) => vector(name);

/** A CHECK that the column has one of these values. */
export const oneOf = (name: string, column: pg.AnyPgColumn, values: readonly string[]) =>
  pg.check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`);
