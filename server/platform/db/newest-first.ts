import { desc } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

export type Paging = { limit: number; page: number };
export type Listed = PgTable & { id: PgColumn; createdAt: PgColumn };

/** The order of every list that grows. */
export const newestFirst = (table: Listed) => [desc(table.createdAt), desc(table.id)];

export const offsetOf = ({ page, limit }: Paging) => (page - 1) * limit;

export function pageMetaOf({ page, limit }: Paging, total: number) {
  return { current_page: page, per_page: limit, last_page: Math.max(1, Math.ceil(total / limit)), total };
}
