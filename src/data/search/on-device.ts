import type { QueryClient } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import type { Meeting } from '#contract/meetings/meeting.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Transcript } from '#contract/recordings/transcript.ts';
import { besideTitle, foundInParts } from '#contract/search/found-in-parts.ts';
import { decisionTexts, foundDecisions, foundInProtocol, placesOf } from '#contract/search/found-in-protocol.ts';
import { type SearchHit, type SearchKind, searchKinds } from '#contract/search/search.ts';
import type { Task } from '#contract/tasks/task.ts';
import { countWords, findWords, foldWords, marksOf, searchWords, snippetOf } from '#contract/text/found-words.ts';
import { knownMeetings, meetingTitle } from '#src/data/meeting/index.ts';
import { cachedPeople, personName } from '#src/data/person/index.ts';
import { protocolCollection, protocolTitle } from '#src/data/protocol/index.ts';
import { taskCollection } from '#src/data/task/index.ts';
import { applyToList, type Optimistic, type OutboxRow, type Unsent } from '#src/sync/index.ts';

/** A hit; `unsent` if the device has a change of it that the server does not have yet. */
export type FoundHit = SearchHit & { unsent?: Unsent | undefined };
export type FoundGroup = { kind: string; total: number; hits: readonly FoundHit[] };

/** Maximum number of hits shown of each kind. */
export const maxHits = 5;

type Found = { hits: FoundHit[]; total: number };
type Texts = readonly (string | null | undefined)[];

/** Searches the cache with queued mutations applied; returns hits like the server's, newest first. */
export function findOnDevice(client: QueryClient, rows: readonly OutboxRow[], search: string): FoundGroup[] {
  const words = searchWords(search);
  if (words.length === 0) return [];
  const protocols = knownProtocols(client, rows);
  return groupsOf({
    protocol: () => findProtocols(protocols, words),
    decision: () => findDecisions(protocols, words),
    task: () => findTasks(knownTasks(client, protocols, rows), words),
    meeting: () => findMeetings(knownMeetings(client, rows), words),
    person: () => findPeople(client, words),
    transcript: () => findTranscripts(client, protocols, words),
  });
}

/** The same for unsent entities alone, which the server cannot find yet. */
export function findUnsent(client: QueryClient, rows: readonly OutboxRow[], search: string): FoundGroup[] {
  const words = searchWords(search);
  if (words.length === 0 || rows.length === 0) return [];
  const protocols = knownProtocols(client, rows);
  const unsent = protocols.filter(isUnsent);
  return groupsOf({
    protocol: () => findProtocols(unsent, words),
    decision: () => findDecisions(unsent, words),
    task: () =>
      findTasks(
        knownTasks(client, protocols, rows).filter(({ task }) => isUnsent(task)),
        words,
      ),
    meeting: () => findMeetings(knownMeetings(client, rows).filter(isUnsent), words),
  });
}

const isUnsent = ({ unsent }: Optimistic<object>) => unsent !== undefined;

function groupsOf(finders: Partial<Record<SearchKind, () => Found>>): FoundGroup[] {
  return searchKinds.flatMap((kind) => {
    const found = finders[kind]?.();
    return found && found.hits.length > 0 ? [{ kind, ...found }] : [];
  });
}

/** Returns all cached protocols, whole if available, with queued mutations applied. */
function knownProtocols(client: QueryClient, rows: readonly OutboxRow[]): Optimistic<Protocol>[] {
  const listed = client
    .getQueriesData<Page<Protocol>>({ queryKey: ['protocols'] })
    .flatMap(([, page]) => page?.rows ?? []);
  const whole = client
    .getQueriesData<Protocol>({ queryKey: ['protocol'] })
    .flatMap(([key, protocol]) => (key.length === 2 && protocol ? [protocol] : []));
  const byId = new Map([...listed, ...whole].map((protocol) => [protocol.id, protocol]));
  const all = applyToList(protocolCollection, [...byId.values()], rows);
  const day = ({ held_at, created_at }: Protocol) => held_at ?? created_at ?? '9999';
  return all.sort((one, other) => (day(one) < day(other) ? 1 : -1));
}

function findProtocols(protocols: readonly Optimistic<Protocol>[], words: readonly string[]): Found {
  const found = protocols.filter((protocol) => hasAll(textsOf(protocol), words));
  const hits = found.slice(0, maxHits).map((protocol): FoundHit => {
    const place = foundInProtocol(searched(protocol), words);
    const detail = protocol.number == null ? null : String(protocol.number);
    return {
      ...named(protocol.id, protocolTitle(protocol), words),
      ...placeOf(besideTitle(place)),
      date: protocol.held_at,
      detail,
      ...markOf(protocol),
    };
  });
  return { hits, total: found.length };
}

function findDecisions(protocols: readonly Optimistic<Protocol>[], words: readonly string[]): Found {
  const all = protocols.map((protocol) => ({
    protocol,
    // The words may stand in different decisions, as on the server.
    decisions: hasAll(decisionTexts(protocol.agenda ?? []), words) ? foundDecisions(protocol.agenda ?? [], words) : [],
  }));
  const found = all.filter(({ decisions }) => decisions.length > 0);
  const hits = found.flatMap(({ protocol, decisions }) =>
    decisions.map(({ id, agendaId, found: place }): FoundHit => {
      const title = protocolTitle(protocol);
      const refers = { protocol_id: protocol.id, agenda_id: agendaId, decision_id: id };
      const date = protocol.held_at;
      return { ...named(id ?? agendaId, title, words), found: place, date, ...refers, ...markOf(protocol) };
    }),
  );
  return { hits: hits.slice(0, maxHits), total: found.length };
}

type NamedTask = { task: Optimistic<Task>; assignee: string | null | undefined; protocol: string | undefined };

/** Returns all cached tasks with queued mutations applied, and the names of their assignees and protocols. */
function knownTasks(client: QueryClient, protocols: readonly Protocol[], rows: readonly OutboxRow[]): NamedTask[] {
  const lists = client.getQueriesData<Page<Task> | Task[]>({ queryKey: ['tasks'] });
  const listed = lists.flatMap(([, data]) => (Array.isArray(data) ? data : (data?.rows ?? [])));
  const embedded = protocols.flatMap(({ id, tasks }) => (tasks ?? []).map((task) => ({ ...task, protocol_id: id })));
  const byId = new Map<string, Task>();
  for (const task of [...embedded, ...listed]) byId.set(task.id, { ...byId.get(task.id), ...task });
  const titles = new Map(protocols.map((protocol) => [protocol.id, protocolTitle(protocol)]));
  const names = new Map(cachedPeople(client).map((person) => [person.id, personName(person)]));
  return applyToList(taskCollection, [...byId.values()], rows).map((task) => ({
    task,
    assignee: task.assignee_name ?? names.get(task.assignee_id ?? ''),
    protocol: task.protocol_title ?? titles.get(task.protocol_id ?? ''),
  }));
}

function findTasks(tasks: readonly NamedTask[], words: readonly string[]): Found {
  const found = tasks.filter(({ task, assignee, protocol }) => hasAll([task.title, assignee, protocol], words));
  const hits = found.slice(0, maxHits).map(({ task, assignee, protocol }): FoundHit => {
    const title = task.title ?? '';
    const refers = { protocol_id: task.protocol_id, date: task.due_at, detail: assignee, ...markOf(task) };
    return {
      ...named(task.id, title, words),
      ...placeOf(besideTitle(foundInParts({ title, assignee, protocol }, words))),
      ...refers,
    };
  });
  return { hits, total: found.length };
}

function findMeetings(meetings: readonly Optimistic<Meeting>[], words: readonly string[]): Found {
  const found = meetings.filter(({ title, place, description }) => hasAll([title, place, description], words));
  found.sort((one, other) => Date.parse(other.start_at ?? '') - Date.parse(one.start_at ?? ''));
  const hits = found.slice(0, maxHits).map((meeting): FoundHit => {
    const title = meetingTitle(meeting);
    const { id, place, description, start_at } = meeting;
    return {
      ...named(id, title, words),
      ...placeOf(foundInParts({ place, description }, words)),
      date: start_at,
      detail: place,
      ...markOf(meeting),
    };
  });
  return { hits, total: found.length };
}

function findPeople(client: QueryClient, words: readonly string[]): Found {
  // As on the server: only beginnings of words match, also for «Петров А».
  const found = cachedPeople(client).filter(({ name, email, position, organization }) => {
    const key = ` ${foldWords([name, email, position, organization].join(' '))}`;
    return words.every((word) => key.includes(` ${word}`));
  });
  const hits = found.slice(0, maxHits).map((person): FoundHit => {
    const title = personName(person);
    const { id, position, organization, email, role } = person;
    return {
      ...named(id, title, words),
      ...placeOf(foundInParts({ position, organization, email }, words)),
      detail: position,
      role,
    };
  });
  return { hits, total: found.length };
}

function findTranscripts(client: QueryClient, protocols: readonly Protocol[], words: readonly string[]): Found {
  const found = protocols.flatMap((protocol): SearchHit[] => {
    const transcript = client.getQueryData<Transcript>(['protocol', protocol.id, 'transcript']);
    const matching = linesOfRecordings(transcript)
      .map((each) => ({ ...each, found: findWords(each.line.text, words) }))
      .filter((each) => each.found.length > 0);
    // As on the server, all recordings of a protocol together contain the words.
    if (countWords(matching.flatMap((each) => each.found)) < words.length) return [];
    const first = matching.find((each) => countWords(each.found) === words.length) ?? matching[0];
    if (!first) return [];
    const { line, recording_id } = first;
    const place = { in: 'spoken', ...snippetOf(line.text, first.found) };
    const refers = {
      protocol_id: protocol.id,
      recording_id,
      at: line.start,
      detail: line.speaker,
      date: protocol.held_at,
    };
    return [{ ...named(protocol.id, protocolTitle(protocol), words), found: place, ...refers }];
  });
  return { hits: found.slice(0, maxHits), total: found.length };
}

/** The lines of all recordings; those of the first name no recording. */
function linesOfRecordings({ segments = [], parts }: Partial<Transcript> = {}) {
  const recordings = [{ segments, recording_id: undefined }, ...(parts ?? [])];
  return recordings.flatMap((each) => each.segments.map((line) => ({ line, recording_id: each.recording_id })));
}

function searched({ title, number, kind, place, organization, agenda }: Protocol) {
  const head = { kind: kind ?? null, place: place ?? null, organization: organization ?? null };
  return { title: title ?? '', number: number == null ? null : String(number), ...head, agenda: agenda ?? [] };
}

function textsOf(protocol: Protocol): Texts {
  return [protocol.title, ...Array.from(placesOf(searched(protocol)), ({ text }) => text)];
}

/** Whether each word occurs in at least one of the texts. */
function hasAll(texts: Texts, words: readonly string[]): boolean {
  const missing = new Set(words.keys());
  for (const text of texts) {
    for (const { word } of text ? findWords(text, words) : []) missing.delete(word);
    if (missing.size === 0) return true;
  }
  return false;
}

function named(id: string, title: string, words: readonly string[]): Pick<SearchHit, 'id' | 'title' | 'marks'> {
  return { id, title, marks: marksOf(findWords(title, words)) };
}

/** Returns the unsent mark of an entity for its hit. */
const markOf = ({ unsent }: Optimistic<object>) => (unsent ? { unsent } : {});

const placeOf = (found: SearchHit['found']) => (found ? { found } : {});
