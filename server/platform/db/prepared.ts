import { type Placeholder, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

const kept = new WeakMap<Db, Map<string, unknown>>();

/**
 * A statement under a name, built once: each connection parses it once, and after a few runs plans it once, for any values.
 * For what is asked most and has one right way however large the tables are. All that its text depends on belongs into
 * its name, and stays in the memory of each connection: no more than a few texts.
 */
export function preparedOnce<T>(db: Db, name: string, build: (name: string) => T): T {
  const all = kept.get(db) ?? new Map<string, unknown>();
  kept.set(db, all);
  const known = all.get(name) as T | undefined;
  if (known !== undefined) return known;
  const built = build(name);
  all.set(name, built);
  return built;
}

/**
 * A number as a part of the text. As a value of a prepared statement it would be unknown to the planner, which takes a page
 * for a tenth of all rows then, and goes on planning anew for each one.
 */
export function written(number: number): Placeholder {
  return sql.raw(String(number)) as unknown as Placeholder;
}
