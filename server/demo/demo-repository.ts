import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { keywordKey } from '#contract/keywords/keyword-name.ts';
import { createProtocolReader, numberScopeOf } from '#server/modules/protocols/index.ts';
import { type Db, type StoredVideo, searchKeyOf } from '#server/platform/db/index.ts';
import { protocolSearch } from '#server/schema/derived/protocol-search.ts';
import { taskSearchKey } from '#server/schema/derived/task-search.ts';
import { meetingParticipants, meetingSeries, meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { finalVersions, protocolNumbers, protocols } from '#server/schema/protocols.ts';
import { uploads } from '#server/schema/video.ts';
import { keywords, members, tasks } from '#server/schema/work.ts';
import type { BodyOf } from './demo-bodies-repository.ts';
import { later } from './demo-calendar.ts';
import { type DemoPerson, organization, type PersonKey, people } from './demo-people.ts';
import { allDone, type DemoUpload, demoSteps } from './demo-recording.ts';
import type { DemoMeeting, DemoProtocol } from './demo-rows.ts';

export type Ids = Record<PersonKey, string>;
export type StoredRecordings = Map<string, { upload: DemoUpload; video: StoredVideo }>;

const everyone = Object.entries(people) as [PersonKey, DemoPerson][];

/** Locks, so that two servers that start at once on an empty database fill it once. @returns whether it is empty */
export async function lockEmptyDatabase(db: Db): Promise<boolean> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('protokol demo'))`);
  return isEmpty(db);
}

export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length === 0;
}

/** Those of these accounts that can sign in by a password. */
export async function findPasswordHashes(db: Db, emails: readonly string[]) {
  return db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(and(inArray(users.email, [...emails]), eq(users.isBlocked, false), isNotNull(users.passwordHash)));
}

export async function insertPeople(db: Db, ids: Ids, passwordHash: string): Promise<void> {
  await db.insert(users).values(
    everyone.map(([key, person]) => ({
      ...{ id: ids[key], passwordHash, organization },
      ...person,
      managerId: person.role === 'secretary' ? ids.manager : null,
      createdById: person.role === 'external' ? ids.petrova : person.role === 'admin' ? null : ids.admin,
      searchKey: searchKeyOf(person.name, person.email, person.position, person.organization ?? organization),
    })),
  );
}

export async function insertMeetings(db: Db, rows: DemoMeeting[], ids: Ids, bodyOf: BodyOf): Promise<void> {
  const seriesOf = await insertWeekly(db, rows, ids);
  await db.insert(meetings).values(
    rows.map((row) => {
      const { id, title, description, place, link } = row;
      const created = new Date(later(row.startAt, -5 * 24 * 60));
      return {
        ...{ id, title, description, place, link, ownerId: ids[row.owner], bodyId: bodyOf(row.owner, row.topic) },
        ...{ startAt: new Date(row.startAt), endAt: new Date(row.endAt), createdAt: created, updatedAt: created },
        searchKey: searchKeyOf(title, description, place),
        ...seriesOf(row),
      };
    }),
  );
  const participants = rows.flatMap((row) => row.participants.map((key) => ({ meetingId: row.id, userId: ids[key] })));
  await db.insert(meetingParticipants).values(participants);
}

export async function insertProtocols(
  db: Db,
  rows: DemoProtocol[],
  { ids, stored, bodyOf }: { ids: Ids; stored: StoredRecordings; bodyOf: BodyOf },
): Promise<void> {
  await db.insert(protocols).values(
    rows.map((row) => {
      const { id, stage, number, title, kind, agenda, meeting } = row;
      const touched = new Date(row.approvedAt ?? later(meeting.endAt, 60));
      return {
        ...{
          id,
          stage,
          number,
          title,
          kind,
          agenda,
          organization,
          ownerId: ids[row.owner],
          secretaryId: ids[row.owner],
        },
        ...numberSeriesOf(row, ids),
        ...{ heldAt: meeting.startAt, endedAt: meeting.endAt, place: meeting.place, meetingId: meeting.id },
        bodyId: bodyOf(row.owner, row.topic),
        ...{ chairmanId: ids[row.chairman], video: stored.get(id)?.video ?? null },
        processing: stage in demoSteps ? demoSteps[stage as keyof typeof demoSteps] : row.recording ? allDone : [],
        version: stage === 'final' ? 3 : 1,
        ...protocolSearch({ title, number, kind, place: meeting.place, organization, agenda }),
        ...{ createdAt: new Date(meeting.endAt), updatedAt: touched, stageChangedAt: touched },
      };
    }),
  );
  await db.insert(members).values(
    rows.flatMap((row) =>
      row.members.map(({ person, kind }) => ({
        id: uuidv7(),
        protocolId: row.id,
        memberId: ids[person],
        kind,
        createdAt: new Date(row.meeting.endAt),
      })),
    ),
  );
  await db.insert(tasks).values(
    rows.flatMap((row) =>
      row.tasks.map(({ assignee, ...task }, index) => {
        // Dates that keep the order in which they were given.
        const createdAt = new Date(new Date(row.meeting.endAt).getTime() + index);
        const whose = { protocolId: row.id, ownerId: ids[row.owner], assigneeId: ids[assignee] };
        return {
          ...task,
          ...whose,
          searchKey: taskSearchKey(task.title, people[assignee].name, row.title),
          createdAt,
          updatedAt: createdAt,
        };
      }),
    ),
  );
  await insertUploads(db, rows, ids, stored);
  await insertNumbers(db, rows, ids);
  for (const row of rows) if (row.approvedAt) await signOff(db, row, ids, new Date(row.approvedAt));
}

async function insertUploads(db: Db, rows: DemoProtocol[], ids: Ids, stored: StoredRecordings): Promise<void> {
  const values = rows.flatMap((row) => {
    const recording = stored.get(row.id);
    if (!recording) return [];
    const { id, name, size, sha256, chunksSha256, key } = recording.upload;
    const at = new Date(later(row.meeting.endAt, 20));
    return {
      ...{
        id,
        protocolId: row.id,
        ownerId: ids[row.owner],
        state: 'assembled' as const,
        fileName: name,
        fileType: 'video/mp4',
      },
      ...{ chunkSize: size, totalSize: size, totalChunks: 1, chunksSha256, sha256, storageKey: key },
      ...{ createdAt: at, updatedAt: at, assembledAt: at },
    };
  });
  if (values.length > 0) await db.insert(uploads).values(values);
}

/** Returns the scope and year of a protocol's number. */
function numberSeriesOf({ owner, meeting }: DemoProtocol, ids: Ids) {
  return { numberScope: numberScopeOf(ids[owner], organization), numberYear: Number(meeting.startAt.slice(0, 4)) };
}

/** Sets the counters, so that they go on after the demo's numbers. */
async function insertNumbers(db: Db, rows: DemoProtocol[], ids: Ids): Promise<void> {
  const last = new Map<number, number>();
  for (const row of rows) last.set(Number(row.meeting.startAt.slice(0, 4)), Number(row.number));
  const scope = numberScopeOf(ids.petrova, organization);
  await db.insert(protocolNumbers).values([...last].map(([year, number]) => ({ scope, year, last: number })));
}

async function signOff(db: Db, row: DemoProtocol, ids: Ids, createdAt: Date): Promise<void> {
  const protocol = await createProtocolReader(() => ({}))(db, { id: ids[row.owner], role: 'secretary' }, row.id);
  const kept = everyone.map(([key, person]) => ({ organization, ...person, id: ids[key] }));
  const named = kept.map((person) => ({
    id: person.id,
    name: person.name,
    position: person.position,
    organization: person.organization,
  }));
  const createdById = ids[row.owner];
  const snapshot = { protocol, people: named };
  await db.insert(finalVersions).values({
    ...{ id: uuidv7(), protocolId: row.id, edition: 1, number: row.number, ...numberSeriesOf(row, ids) },
    ...{ snapshot, createdById, createdAt },
  });
}

export async function insertKeywords(db: Db, owner: string, names: string[]): Promise<void> {
  await db
    .insert(keywords)
    .values(names.map((name) => ({ id: uuidv7(), ownerId: owner, name, nameKey: keywordKey(name) })));
}

type OfSeries = { seriesId?: string; occurrence?: string };

const dayOf = ({ startAt }: DemoMeeting) => startAt.slice(0, 10);
const isWeekly = ({ owner, topic }: DemoMeeting) => owner === 'petrova' && topic === 'weekly';

/**
 * Makes a series of the first secretary's weekly meetings, which ends with the last of them.
 * @returns a function that gives a meeting its series columns
 */
async function insertWeekly(
  db: Db,
  rows: readonly DemoMeeting[],
  ids: Record<PersonKey, string>,
): Promise<(row: DemoMeeting) => OfSeries> {
  const weekly = rows.filter(isWeekly).toSorted((one, other) => (one.startAt < other.startAt ? -1 : 1));
  const [first, last] = [weekly[0], weekly.at(-1)];
  if (!first || !last) return () => ({});
  const id = uuidv7();
  const { title, description, place, link, participants, startAt, endAt, time } = first;
  await db.insert(meetingSeries).values({
    ...{ id, ownerId: ids.petrova, title, description, place, link },
    ...{ participantIds: participants.map((key) => ids[key]), first: dayOf(first), madeTo: dayOf(last), time },
    ...{ rule: `FREQ=WEEKLY;BYDAY=MO;UNTIL=${dayOf(last).replaceAll('-', '')}`, holidays: 'next' },
    ...{ zone: 'Europe/Moscow', minutes: (Date.parse(endAt) - Date.parse(startAt)) / 60_000 },
  });
  return (row) => (isWeekly(row) ? { seriesId: id, occurrence: dayOf(row) } : {});
}
