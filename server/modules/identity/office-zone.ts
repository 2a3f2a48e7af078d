import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { settings } from '#server/schema/service.ts';

/** The name of the zone whose calendar the organization goes by, such as `Europe/Moscow`. */
export type OfficeZone = (db: Db) => Promise<string>;

/** Reads the zone from the organization's settings; until one was set there it is the installation's. */
export function createOfficeZone(byDefault: string): OfficeZone {
  const zone = sql<string | null>`${settings.value} ->> 'time_zone'`;
  return async (db) => {
    const [row] = await db.select({ zone }).from(settings).where(eq(settings.name, 'documents'));
    return row?.zone ?? byDefault;
  };
}
