import { eq, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type DocumentSettings, documentSettings } from '#contract/documents/document.ts';
import type { OfficeZone } from '#server/modules/identity/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import { settings } from '#server/schema/service.ts';

const name = 'documents';
/** The stored settings, without fields that are never printed. */
const known = z.object(documentSettings.shape);

/** Returns how documents are printed; values that were never set or that another version wrote are the defaults. */
export async function findDocumentSettings(db: Db, officeZone: OfficeZone): Promise<DocumentSettings> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  const kept = z.safeParse(documentSettings, row?.value ?? {});
  return { ...(kept.success ? kept.data : z.parse(documentSettings, {})), time_zone: await officeZone(db) };
}

export async function keepDocumentSettings(db: Db, value: DocumentSettings, userId: string): Promise<void> {
  const row = { value: z.parse(known, value), updatedById: userId, updatedAt: sql`now()` };
  // The zone is kept if the client does not send one.
  const zone = sql`jsonb_strip_nulls(jsonb_build_object('time_zone', ${settings.value} -> 'time_zone'))`;
  await db
    .insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: { ...row, value: sql`${zone} || excluded.value` } });
}
