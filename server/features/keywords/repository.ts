import { and, eq, sql } from 'drizzle-orm';
import type { Keyword } from '#contract/keyword.ts';
import type { Db } from '#server/db/database.ts';
import { keywords } from '#server/db/schema/work.ts';
import { invalidField, notFound } from '#server/plugins/errors.ts';
import { explainTaken, idTaken } from '#server/plugins/taken.ts';
import { keywordKey } from './keyword-key.ts';

/** More than anybody listens for; keeps the list, which comes whole, short. */
export const mostKeywords = 1000;

const shown = { id: keywords.id, name: keywords.name };
const explainConflict = explainTaken({
  keywords_pkey: idTaken,
  keywords_name: () => invalidField('name', 'Такое ключевое слово уже есть'),
});

/** The owner's keywords in Russian alphabetical order, ё beside е, whatever the database collates by. */
export function listKeywords(db: Db, ownerId: string): Promise<Keyword[]> {
  const order = sql`${keywords.nameKey} collate "C"`;
  return db.select(shown).from(keywords).where(eq(keywords.ownerId, ownerId)).orderBy(order);
}

export async function createKeyword(db: Db, ownerId: string, id: string, name: string): Promise<Keyword> {
  if ((await db.$count(keywords, eq(keywords.ownerId, ownerId))) >= mostKeywords) {
    throw invalidField('name', `Можно завести не больше ${mostKeywords} ключевых слов`);
  }
  const values = { id, ownerId, name, nameKey: keywordKey(name) };
  const [row] = await db.insert(keywords).values(values).returning(shown).catch(explainConflict);
  return row as Keyword;
}

export async function renameKeyword(db: Db, ownerId: string, id: string, name: string, now: Date): Promise<Keyword> {
  const [row] = await db
    .update(keywords)
    .set({ name, nameKey: keywordKey(name), updatedAt: now })
    .where(own(ownerId, id))
    .returning(shown)
    .catch(explainConflict);
  if (!row) throw unknown();
  return row;
}

export async function deleteKeyword(db: Db, ownerId: string, id: string): Promise<void> {
  const gone = await db.delete(keywords).where(own(ownerId, id)).returning({ id: keywords.id });
  if (gone.length === 0) throw unknown();
}

const own = (ownerId: string, id: string) => and(eq(keywords.id, id), eq(keywords.ownerId, ownerId));
const unknown = () => notFound('Ключевое слово не найдено');
