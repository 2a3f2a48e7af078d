import { besideTitle, foundInParts } from '#contract/search/found-in-parts.ts';
import { mayFind } from '#contract/search/may-find.ts';
import { maxCounted, type SearchGroup, type SearchHit, type SearchKind, searchKinds } from '#contract/search/search.ts';
import { findWords, marksOf, searchWords, snippetOf } from '#contract/text/found-words.ts';
import { listPeople, ownersReadBy, type Reader } from '#server/modules/identity/index.ts';
import { searchMeetings } from '#server/modules/meetings/index.ts';
import { listProtocols, listTasks, searchDecisions } from '#server/modules/protocols/index.ts';
import type { Db } from '#server/platform/db/index.ts';
import type { Moment } from '#server/schema/derived/transcript-search.ts';
import { searchTranscripts } from './transcript-repository.ts';

type Asked = { db: Db; user: Reader; owners: readonly string[]; search: string; limit: number; now: Date };
/** One more than the maximum shown, to know whether there are more. */
const most = maxCounted + 1;

type Found = { hits: SearchHit[]; total: number };

/** Returns the first hits of each kind that the person may read; kinds without hits are left out. */
export async function findHits(query: Omit<Asked, 'owners'>): Promise<SearchGroup[]> {
  const asked = { ...query, owners: await ownersReadBy(query.db, query.user) };
  const groups: SearchGroup[] = [];
  // One after the other, so that a search takes one connection instead of six.
  for (const kind of searchKinds) {
    if (!mayFind(asked.user.role, kind)) continue;
    const { hits, total } = await finders[kind](asked);
    if (hits.length > 0) groups.push({ kind, total, hits });
  }
  return groups;
}

const finders: Record<SearchKind, (asked: Asked) => Promise<Found>> = {
  protocol: findProtocols,
  decision: findDecisions,
  task: findTasks,
  meeting: findMeetings,
  person: findPeople,
  transcript: findTranscripts,
};

async function findProtocols({ db, owners, search, limit }: Asked): Promise<Found> {
  const { rows, meta } = await listProtocols(db, owners, { search, limit, page: 1, most });
  const hits = rows.map(({ id, title, number, heldAt, found, moment }) => ({
    ...{ id, title, marks: marked(title, search), date: heldAt, detail: number },
    found: found ? besideTitle(found) : moment && { in: 'spoken', ...snippet(moment.quote, search) },
    ...(!found && moment && momentOf(moment)),
  }));
  return { hits, total: meta.total };
}

async function findDecisions({ db, owners, search, limit }: Asked): Promise<Found> {
  const { hits, total } = await searchDecisions(db, owners, { search, limit, most });
  return {
    total,
    hits: hits.map(({ protocolId, title, heldAt, decision }) => ({
      ...{ id: decision?.id ?? decision?.agendaId ?? protocolId, title, marks: marked(title, search), date: heldAt },
      ...{ protocol_id: protocolId, agenda_id: decision?.agendaId, decision_id: decision?.id, found: decision?.found },
    })),
  };
}

async function findTasks({ db, owners, search, limit, now }: Asked): Promise<Found> {
  const { rows, meta } = await listTasks(db, owners, { search, limit, page: 1, now, most });
  const hits = rows.map(({ id, title, protocolId, dueAt, assigneeName, found }) => ({
    ...{ id, title, marks: marked(title, search), found: besideTitle(found) },
    ...{ protocol_id: protocolId, date: dueAt, detail: assigneeName },
  }));
  return { hits, total: meta.total };
}

async function findMeetings({ db, user, search, limit }: Asked): Promise<Found> {
  const { rows, total } = await searchMeetings(db, user.id, { search, limit, most });
  const hits = rows.map(({ id, title, description, place, startAt }) => ({
    ...{ id, title, marks: marked(title, search), date: startAt.toISOString(), detail: place },
    found: foundInParts({ place, description }, searchWords(search)),
  }));
  return { hits, total };
}

async function findPeople({ db, user, search, limit }: Asked): Promise<Found> {
  const { rows, meta } = await listPeople(db, user, { search, limit, page: 1, withBlocked: false });
  const hits = rows.map(({ id, name, role, position, organization, email }) => ({
    ...{ id, title: name, marks: marked(name, search), role, detail: position },
    found: foundInParts({ position, organization, email }, searchWords(search)),
  }));
  return { hits, total: meta.total };
}

async function findTranscripts({ db, owners, search, limit }: Asked): Promise<Found> {
  const { hits, total } = await searchTranscripts(db, owners, { search, limit, most });
  return {
    total,
    hits: hits.map(({ id, title, heldAt, moment }) => ({
      ...{ id, title, marks: marked(title, search), date: heldAt, protocol_id: id },
      ...{ ...momentOf(moment), detail: moment.speaker, found: { in: 'spoken', ...snippet(moment.quote, search) } },
    })),
  };
}

const momentOf = ({ start, recording_id }: Moment) => ({ at: start, ...(recording_id && { recording_id }) });
const marked = (text: string, search: string) => marksOf(findWords(text, searchWords(search)));
const snippet = (text: string, search: string) => snippetOf(text, findWords(text, searchWords(search)));
