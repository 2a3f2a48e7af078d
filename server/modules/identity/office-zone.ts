import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { settings } from '#server/schema/service.ts';

/** Returns the time zone of the organization, such as `Europe/Moscow`. */
export type OfficeZone = (db: Db) => Promise<string>;

/** Reads the zone from the organization's settings; `byDefault` applies until one is set there. */
export function createOfficeZone(byDefault: string): OfficeZone {
  const zone = sql<string | null>`${settings.value} ->> 'time_zone'`;
  return async (db) => {
    const [row] = await db.select({ zone }).from(settings).where(eq(settings.name, 'documents'));
    return row?.zone ?? byDefault;
  };
}

/** Returns the name of the organization as its documents print it; empty where none is set. */
export async function officeName(db: Db): Promise<string> {
  const name = sql<string | null>`${settings.value} ->> 'organization'`;
  const [row] = await db.select({ name }).from(settings).where(eq(settings.name, 'documents'));
  return row?.name?.replace(/\s+/g, ' ').trim() ?? '';
}
