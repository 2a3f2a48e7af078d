import { type Placeholder, sql } from 'drizzle-orm';
import type { Db } from './database.ts';

const kept = new WeakMap<Db, Map<string, unknown>>();

/**
 * Returns a prepared statement by its name, built once: each connection parses it once, and after a few runs plans it
 * once for any values. Meant for the most frequent queries that have one right plan at any table size. The name must
 * include everything that the text depends on. Each text stays in the memory of each connection, so there must be only
 * a few.
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
 * Puts a number into the text of a statement. The planner would not know it as a value of a prepared statement: it
 * would assume a page to be a tenth of all rows, and plan anew for each run.
 */
export function literalNumber(number: number): Placeholder {
  return sql.raw(String(number)) as unknown as Placeholder;
}
