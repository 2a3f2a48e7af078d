import { and, eq, sql } from 'drizzle-orm';
import type { Keyword } from '#contract/keywords/keyword.ts';
import { duplicateNameError, keywordKey } from '#contract/keywords/keyword-name.ts';
import { conflictExplainer, type Db, idConflict, type OwnId } from '#server/platform/db/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { users } from '#server/schema/people.ts';
import { keywords } from '#server/schema/work.ts';

/** Maximum number of keywords of an owner, since the list is sent unpaged. */
export const maxKeywords = 1000;

const shown = { id: keywords.id, name: keywords.name };
const explainConflict = conflictExplainer({
  keywords_pkey: idConflict,
  keywords_name: () => invalidField('name', 'Такое ключевое слово уже есть'),
});

/**
 * Returns the owner's keywords in Russian alphabetical order, with ё next to е, regardless of the database's collation.
 */
export function listKeywords(db: Db, ownerId: string): Promise<Keyword[]> {
  const order = sql`${keywords.nameKey} collate "C"`;
  return db.select(shown).from(keywords).where(eq(keywords.ownerId, ownerId)).orderBy(order);
}

export async function createKeyword(db: Db, { ownerId, id }: OwnId, name: string): Promise<Keyword> {
  const create = async (inner: Db) => {
    const others = await lockKeywords(inner, ownerId);
    // A repeated request is recognised by its id below.
    if (!others.some((other) => other.id === id)) {
      if (others.length >= maxKeywords)
        throw invalidField('name', `Можно завести не больше ${maxKeywords} ключевых слов`);
      assertNew(name, others);
    }
    const values = { id, ownerId, name, nameKey: keywordKey(name) };
    const [row] = await inner.insert(keywords).values(values).returning(shown);
    return row as Keyword;
  };
  return db.transaction(create).catch(explainConflict);
}

export async function renameKeyword(db: Db, own: OwnId, name: string, now: Date): Promise<Keyword> {
  const rename = async (inner: Db) => {
    const all = await lockKeywords(inner, own.ownerId);
    const others = all.filter((other) => other.id !== own.id);
    if (others.length === all.length) throw unknown();
    assertNew(name, others);
    const values = { name, nameKey: keywordKey(name), updatedAt: now };
    const [row] = await inner.update(keywords).set(values).where(isOwn(own)).returning(shown);
    return row as Keyword;
  };
  return db.transaction(rename).catch(explainConflict);
}

/** Returns all keywords of the owner, locked: other writes of theirs wait until the transaction ends. */
async function lockKeywords(db: Db, ownerId: string): Promise<Keyword[]> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
  return db.select(shown).from(keywords).where(eq(keywords.ownerId, ownerId));
}

function assertNew(name: string, others: readonly Keyword[]): void {
  const names = others.flatMap((other) => other.name ?? []);
  const problem = duplicateNameError(name, names);
  if (problem) throw invalidField('name', problem);
}

export async function deleteKeyword(db: Db, own: OwnId): Promise<void> {
  const gone = await db.delete(keywords).where(isOwn(own)).returning({ id: keywords.id });
  if (gone.length === 0) throw unknown();
}

const isOwn = ({ ownerId, id }: OwnId) => and(eq(keywords.id, id), eq(keywords.ownerId, ownerId));
const unknown = () => notFound('Ключевое слово не найдено');
