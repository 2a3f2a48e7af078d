import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { keywords } from '#server/schema/work.ts';

/** Letters that recognition heeds of a hint: some two hundred of its syllables. */
const longestHint = 500;

/** The owner's keywords as a hint for speech recognition: whole ones, as many as it heeds. */
export async function keywordHint(db: Db, ownerId: string): Promise<string> {
  const rows = await db
    .select({ name: keywords.name })
    .from(keywords)
    .where(eq(keywords.ownerId, ownerId))
    .orderBy(asc(keywords.nameKey));
  return rows.reduce((hint, { name }) => {
    const longer = hint === '' ? name : `${hint}, ${name}`;
    return longer.length > longestHint ? hint : longer;
  }, '');
}
