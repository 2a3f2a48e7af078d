import { setImmediate } from 'node:timers/promises';
import { and, eq, getTableColumns, gte, inArray, lt, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { defaultPaging } from '#contract/common.ts';
import type { FoundText } from '#contract/found-text.ts';
import { foundInProtocol, type SearchedProtocol } from '#contract/search/found-in-protocol.ts';
import type { Stage } from '#contract/stage.ts';
import { searchWords } from '#contract/text/found-words.ts';
import {
  anyFormQuery,
  type Db,
  findMatches,
  findNarrowed,
  firstRows,
  formsQuery,
  isWordless,
  literalNumber,
  newestFirst,
  type OwnedList,
  offsetOf,
  type Paging,
  pageMetaOf,
  preparedOnce,
} from '#server/platform/db/index.ts';
import { findMoments, type Moment, spokenIn } from '#server/schema/derived/transcript-search.ts';
import { protocolCounts, protocols } from '#server/schema/protocols.ts';
import { members } from '#server/schema/work.ts';
import { searchedAgenda } from './decision-search-repository.ts';
import { daysToFinal, type FinalSpan } from './final-repository.ts';
import { type HeldDays, isHeldOn } from './held-on-repository.ts';

// Lists show neither, and a long agenda takes time to read.
const {
  agenda: _agenda,
  search: _search,
  searchKey: _searchKey,
  searchVersion: _searchVersion,
  decisionKey: _decisionKey,
  decisionSearch: _decisionSearch,
  ...listed
} = getTableColumns(protocols);

/** Filter of the list. */
export type ListFilter = {
  stage?: Stage | undefined;
  held?: HeldDays | undefined;
  personId?: string | undefined;
  bodyId?: string | undefined;
  chairmanId?: string | undefined;
  final?: FinalSpan | undefined;
};

/** `most`: maximum number of matches of a search that are counted. */
export type ListQuery = Paging & ListFilter & { search?: string | undefined; most?: number };
type Owners = readonly (string | Placeholder)[];
type Span = Parameters<typeof firstRows>[2];
type Found = { moment?: Moment | undefined; found?: FoundText | undefined };

/** Returns a page of these owners' protocols, newest first, with their total number. */
export async function listProtocols(db: Db, owners: readonly string[], query: ListQuery) {
  if (isWordless(query.search) || owners.length === 0) return { rows: [], meta: pageMetaOf(query, 0) };
  const searched = formsQuery(query.search) !== undefined;
  const { rows, total } = await (searched || isNarrowed(query)
    ? searchPage(db, owners, query)
    : readPage(db, owners, query));
  const shown: ((typeof rows)[number] & Found)[] = searched ? await withPlaces(db, rows, query.search) : rows;
  return { rows: shown, meta: pageMetaOf(query, total) };
}

/** Returns whether the list is filtered by more than the stage, for which there are counters. */
function isNarrowed({ held, personId, bodyId, chairmanId, final }: ListFilter): boolean {
  return [held, personId, bodyId, chairmanId, final].some((each) => each !== undefined);
}

/** Adds to each row the place of the words, and the moment of its recording at which they are said. */
async function withPlaces<T extends Omit<SearchedProtocol, 'agenda'> & { id: string }>(
  db: Db,
  rows: T[],
  search: string | undefined,
): Promise<(T & Found)[]> {
  const [all, any] = [formsQuery(search), anyFormQuery(search)];
  if (!all || !any || rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  const moments = await findMoments(db, ids, { all, any });
  const agendas = await db
    .select({ id: protocols.id, agenda: searchedAgenda })
    .from(protocols)
    .where(inArray(protocols.id, ids));
  const agendaOf = new Map(agendas.map(({ id, agenda }) => [id, agenda]));
  const words = searchWords(search);
  const shown: (T & Found)[] = [];
  for (const row of rows) {
    const found = foundInProtocol({ ...row, agenda: agendaOf.get(row.id) ?? [] }, words);
    shown.push({ ...row, moment: moments.get(row.id), found });
    // Lets other requests run between two agendas.
    await setImmediate();
  }
  return shown;
}

async function readPage(db: Db, owners: readonly string[], query: ListQuery) {
  const [owner, ...others] = owners;
  const isUsual = query.limit === defaultPaging.limit && others.length === 0;
  const rows = await (isUsual
    ? preparedPage(db, query.stage).execute({ owner, offset: offsetOf(query) })
    : pageOf(db, owners, query));
  return { rows, total: rows[0]?.all ?? (await countAll(db, owners, query.stage)) };
}

async function searchPage(db: Db, owners: readonly string[], query: ListQuery) {
  const list = listOf(owners, query);
  const words = formsQuery(query.search);
  const searched = words && {
    ...{ ...list, isNarrowed: isNarrowed(query) },
    ...{ own: { words: protocols.search, query: words }, also: spokenIn(db, owners, words) },
  };
  const { ids, total } = searched
    ? await findMatches(db, searched, query, query.most)
    : await findNarrowed(db, list, query);
  if (ids === undefined) return { rows: await pageOf(db, owners, query), total };
  if (ids.length === 0) return { rows: [], total };
  const rows = db
    .select({ ...listed, ...totals, ownerName: ownerNameOf(owners) })
    .from(protocols)
    .where(inArray(protocols.id, ids))
    .orderBy(...newestFirst(protocols));
  return { rows: await rows, total };
}

/**
 * Query of one page; exported to check its plan: rows are found by the index alone, and only those of the page are
 * read. The total is part of it, since a separate query would cost as much as the page.
 */
export function pageOf(db: Db, owners: readonly string[], query: ListQuery) {
  return selectPage(db, owners, query, { limit: query.limit, offset: offsetOf(query) });
}

/**
 * The same query for one owner and the default page size, as a prepared statement: every secretary runs it first and
 * most often.
 */
function preparedPage(db: Db, stage: Stage | undefined) {
  const span = { limit: literalNumber(defaultPaging.limit), offset: sql.placeholder('offset') };
  return preparedOnce(db, `protocols of ${stage ?? 'all stages'}`, (name) =>
    selectPage(db, [sql.placeholder('owner')], { stage }, span).prepare(name),
  );
}

function selectPage(db: Db, owners: Owners, query: ListFilter, span: Span) {
  const page = firstRows(db, listOf(owners, query), span).as('page');
  const all = sql<number>`(${countOf(db, owners, query.stage)})`;
  return db
    .select({ ...listed, ...totals, ownerName: ownerNameOf(owners), all })
    .from(page)
    .innerJoin(protocols, eq(protocols.id, sql`page.id`))
    .orderBy(...newestFirst(protocols));
}

function listOf(owners: Owners, filter: ListFilter): OwnedList {
  const { stage, held, personId, bodyId, chairmanId, final } = filter;
  const withPerson = sql`${protocols.id} in (select ${members.protocolId} from ${members}
    where ${members.memberId} = ${personId})`;
  const where = and(
    stage && eq(protocols.stage, stage),
    held && isHeldOn(held),
    bodyId === undefined ? undefined : eq(protocols.bodyId, bodyId),
    chairmanId === undefined ? undefined : eq(protocols.chairmanId, chairmanId),
    personId === undefined ? undefined : withPerson,
    final && becameFinal(final),
  );
  return { table: protocols, owned: { by: protocols.ownerId, owners }, where };
}

/**
 * Condition for protocols that became final within a period, and took a number of days for it, counted as in the
 * statistics.
 */
function becameFinal({ range, zone, minDays, maxDays, isUndated }: FinalSpan): SQL | undefined {
  const days = daysToFinal(zone);
  return and(
    // A literal, as in the condition of the partial index.
    sql`${protocols.stage} = 'final'`,
    range && gte(protocols.stageChangedAt, range.from),
    range && lt(protocols.stageChangedAt, range.to),
    minDays === undefined ? undefined : sql`${days} >= ${minDays}`,
    maxDays === undefined ? undefined : sql`${days} <= ${maxDays}`,
    isUndated ? sql`${days} is null` : undefined,
  );
}

/** Selects the owner's name, or null if all rows have the same owner. */
function ownerNameOf(owners: Owners): SQL<string | null> {
  return owners.length > 1 ? sql`(select users.name from users where users.id = ${protocols.ownerId})` : sql`null`;
}

const totals = {
  tasksTotal: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id)`,
  tasksDone: sql<number>`(select count(*)::int from tasks where tasks.protocol_id = protocols.id and tasks.status = 'done')`,
  editionsTotal: sql<number>`(select count(*)::int from final_versions where final_versions.protocol_id = protocols.id)`,
  membersTotal: sql<number>`(select count(*)::int from members where members.protocol_id = protocols.id)`,
};

async function countAll(db: Db, owners: readonly string[], stage: Stage | undefined): Promise<number> {
  return (await countOf(db, owners, stage))[0]?.total ?? 0;
}

/** Sums the stored counters, at the same cost for any number of rows. */
function countOf(db: Db, owners: Owners, stage: Stage | undefined) {
  return db
    .select({ total: sql<number>`coalesce(sum(${protocolCounts.total}), 0)::int` })
    .from(protocolCounts)
    .where(and(inArray(protocolCounts.ownerId, [...owners]), stage && eq(protocolCounts.stage, stage)));
}
