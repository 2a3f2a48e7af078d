import { asc, sql } from 'drizzle-orm';
import { type Db, prefixQuery } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { type Listed, listedFor } from './people-scope-repository.ts';
import type { Actor } from './policy.ts';

export type PeopleSearch = Listed & { search?: string | undefined };

/** By name: the words that are searched begin with it. */
export const byName = [asc(users.searchKey), asc(users.id)];

/** So few people tell at little cost whether a search finds a good part of all. */
const sampled = 300;

/**
 * A page of a search that finds a good part of all people: of these the first `most` are met soon on the way through the
 * names. The index of words would first gather every different word that begins so: a hundred thousand of them where
 * all e-mails begin alike (docs/decisions/0024-user-search.md).
 * @returns the ids; undefined where fewer than `most` are met within four times as many names
 */
export async function idsAmongFirst(
  db: Db,
  actor: Actor,
  search: PeopleSearch,
  { most, limit, offset }: { most: number; limit: number; offset: number },
): Promise<string[] | undefined> {
  const count = async (people: number) => {
    const met = matchesAmong(db, actor, search, people).limit(most).as('met');
    const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(met);
    return row?.total ?? 0;
  };
  if ((await count(sampled)) < sampled / 4 || (await count(4 * most)) < most) return undefined;
  const page = await matchesAmong(db, actor, search, 4 * most)
    .limit(limit)
    .offset(offset);
  return page.map(({ id }) => id);
}

/** Those of the first people by name that match. */
function matchesAmong(db: Db, actor: Actor, { search, ...listed }: PeopleSearch, people: number) {
  const first = db
    .select({ id: users.id, searchKey: users.searchKey, search: users.search })
    .from(users)
    .where(listedFor(actor, listed))
    .orderBy(...byName)
    .limit(people)
    .as('first');
  return db
    .select({ id: first.id })
    .from(first)
    .where(sql`${first.search} @@ to_tsquery('simple', ${prefixQuery(search)})`)
    .orderBy(asc(first.searchKey), asc(first.id))
    .$dynamic();
}
