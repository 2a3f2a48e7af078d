import { asc, sql } from 'drizzle-orm';
import { type Db, prefixQuery } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';
import { type Listed, listedFor } from './people-scope-repository.ts';
import type { Actor } from './policy.ts';

export type PeopleSearch = Listed & { search?: string | undefined };

/** Order by name; the search words begin with the name. */
export const byName = [asc(users.searchKey), asc(users.id)];

/** Sample size: checking so few people is cheap and shows whether a search matches a large share. */
const sampled = 300;

/**
 * Returns a page of a search that matches a large share of all people: the first `most` matches are soon found along
 * the index of names. The word index would first collect every word with this prefix: a hundred thousand where all
 * e-mails begin alike (docs/decisions/0024-user-search.md).
 * @returns the ids; undefined if fewer than `most` matches are among the first four times as many names
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
