import { asc, eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/index.ts';
import { keywords } from '#server/schema/work.ts';

/** Maximum number of characters of a hint: speech recognition reads about two hundred tokens of it. */
const longestHint = 500;

/** Returns the owner's keywords as a hint for speech recognition: complete keywords, as many as fit. */
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
