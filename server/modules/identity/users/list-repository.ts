import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Db, isWordless, prefixQuery } from '#server/platform/db/index.ts';
import { userCounts, users } from '#server/schema/people.ts';
import { type Listed, listedFor } from './people-scope-repository.ts';
import type { Actor } from './policy.ts';
import { type Person, personColumns } from './repository.ts';

/** Maximum number of matches that are counted; beyond it people narrow the search. */
const maxMatches = 1000;

export type PeopleQuery = PeopleSearch & { limit: number; page: number };

/** Returns a page of the people whom the actor can find, by name, with their total number. */
export async function listPeople(db: Db, actor: Actor, query: PeopleQuery) {
  const { limit, page } = query;
  // A manager sees only few of all people; a list of everyone is read along the index of names.
  const many = actor.role !== 'manager';
  const searched = prefixQuery(query.search) !== undefined;
  const { rows, total } = isWordless(query.search)
    ? { rows: [], total: 0 }
    : await (many && !searched && !query.uninvited
        ? readPage(db, actor, query)
        : gather(db, actor, query, many && !query.uninvited ? maxMatches : undefined));
  const last_page = Math.max(1, Math.ceil(total / limit));
  return { rows, meta: { current_page: page, per_page: limit, last_page, total } };
}

type Found = { rows: Person[]; total: number };

async function readPage(db: Db, actor: Actor, query: PeopleQuery): Promise<Found> {
  const total = await countAll(db, actor, query);
  return { rows: offsetOf(query) < total ? await pageOf(db, actor, query) : [], total };
}

/**
 * Collects the matches of a search: a few through the word index and sorted, or, if there are many, the first ones
 * along the index of names.
 */
async function gather(db: Db, actor: Actor, query: PeopleQuery, most: number | undefined): Promise<Found> {
  const met =
    most === undefined
      ? undefined
      : await idsAmongFirst(db, actor, query, { most, limit: query.limit, offset: offsetOf(query) });
  if (met && most) return { rows: await peopleBy(db, actor, met), total: most };
  const [counted] = await matchesOf(db, actor, query, most);
  const { total, ids } = counted ?? { total: 0, ids: [] };
  if (total === most) return { rows: await pageOf(db, actor, query), total };
  return { rows: await peopleBy(db, actor, ids), total };
}

async function peopleBy(db: Db, actor: Actor, ids: string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  return db
    .select(personColumns(actor))
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(...byName);
}

/** Query of the matches; exported to check its plan. */
export function matchesOf(db: Db, actor: Actor, query: PeopleQuery, most: number | undefined) {
  const matches = db.select({ id: users.id, searchKey: users.searchKey }).from(users).where(conditions(actor, query));
  const found = db.$with('found').as(most === undefined ? matches : matches.limit(most));
  return db
    .with(found)
    .select({
      total: sql<number>`count(*)::int`,
      ids: sql<
        string[]
      >`array(select id from found order by search_key, id limit ${query.limit} offset ${offsetOf(query)})`,
    })
    .from(found);
}

/**
 * Query of one page; exported to check its plan: rows are found by the index alone, and only those of the page are
 * read.
 */
export function pageOf(db: Db, actor: Actor, query: PeopleQuery) {
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(conditions(actor, query))
    .orderBy(...byName)
    .limit(query.limit)
    .offset(offsetOf(query))
    .as('page');
  return db
    .select(personColumns(actor))
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(...byName);
}

function conditions(actor: Actor, { search, ...listed }: PeopleQuery): SQL | undefined {
  const words = prefixQuery(search);
  // The few people of a manager are compared one by one; the word index would first collect matches among everyone.
  const vector = actor.role === 'manager' ? sql`coalesce(${users.search}, ''::tsvector)` : users.search;
  return and(
    listedFor(actor, listed),
    words === undefined ? undefined : sql`${vector} @@ to_tsquery('simple', ${words})`,
  );
}

/** Counts by the counters, at the same cost for any size. */
async function countAll(db: Db, actor: Actor, { withBlocked, role }: Listed): Promise<number> {
  const everyone = withBlocked && actor.role === 'admin';
  const [row] = await db
    .select({ total: sql<number>`coalesce(sum(${userCounts.total}), 0)::int` })
    .from(userCounts)
    .where(and(role && eq(userCounts.role, role), everyone ? undefined : eq(userCounts.isBlocked, false)));
  const total = row?.total ?? 0;
  const ownBlocked = withBlocked && actor.role === 'secretary' && (role ?? 'external') === 'external';
  return ownBlocked ? total + (await countBlockedOf(db, actor)) : total;
}

async function countBlockedOf(db: Db, actor: Actor): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(users)
    .where(and(eq(users.createdById, actor.id), eq(users.role, 'external'), eq(users.isBlocked, true)));
  return row?.total ?? 0;
}

function offsetOf({ page, limit }: PeopleQuery): number {
  return (page - 1) * limit;
}

type PeopleSearch = Listed & { search?: string | undefined };

/** Order by name; the search words begin with the name. */
const byName = [asc(users.searchKey), asc(users.id)];

/** Sample size: checking so few people is cheap and shows whether a search matches a large share. */
const sampled = 300;

/**
 * Returns a page of a search that matches a large share of all people: the first `most` matches are soon found along
 * the index of names. The word index would first collect every word with this prefix: a hundred thousand where all
 * e-mails begin alike (docs/decisions/0024-user-search.md).
 * @returns the ids; undefined if fewer than `most` matches are among the first four times as many names
 */
async function idsAmongFirst(
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
