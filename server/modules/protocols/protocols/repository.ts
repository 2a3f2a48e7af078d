import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { withoutStaleBlocks } from '#contract/protocols/formatted-text.ts';
import type { ProtocolUpdate } from '#contract/protocols/protocol.ts';
import { numberKey } from '#contract/protocols/protocol-number.ts';
import { assertOwnBody, findNumbering } from '#server/modules/bodies/index.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import type { OfficeTime } from '#server/platform/days/index.ts';
import { conflictExplainer, type Db, filesOfVideo, idConflict } from '#server/platform/db/index.ts';
import { forgetReplies } from '#server/platform/idempotency/index.ts';
import { invalidField, Problem } from '#server/platform/problem/index.ts';
import { discardFiles } from '#server/platform/storage/index.ts';
import { protocolSearch } from '#server/schema/derived/protocol-search.ts';
import { refreshTaskSearch } from '#server/schema/derived/task-search.ts';
import { meetings } from '#server/schema/meetings.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { mails } from '#server/schema/service.ts';
import { uploads } from '#server/schema/video.ts';
import { attachments, marks, members, tasks } from '#server/schema/work.ts';
import { setChairman } from '../shared/chairman.ts';
import { releaseReports } from '../shared/close-reports.ts';
import type { ProtocolRow } from '../shared/protocol-access-repository.ts';
import { readParts } from '../shared/recording-rows.ts';
import { isNumberTaken, numberScopeOf, numberYearOf } from './number-repository.ts';
import { assertTimes } from './policy.ts';

const explainConflict = conflictExplainer({ protocols_pkey: idConflict, protocols_number: numberTaken });

type Fields = Pick<
  ProtocolUpdate,
  | 'title'
  | 'number'
  | 'kind'
  | 'held_at'
  | 'ended_at'
  | 'place'
  | 'organization'
  | 'meeting_id'
  | 'body_id'
  | 'chairman_id'
  | 'quorum'
  | 'agenda'
>;

/** Time without a chunk after which an upload is considered abandoned. */
const silentMs = 60 * 60_000;

/**
 * Returns whether a recording is being uploaded to the protocol. Suspended uploads, and those without a chunk for an
 * hour, do not count.
 */
export async function isUploadRunning(db: Db, protocolId: string, now: Date): Promise<boolean> {
  const receiving = and(eq(uploads.state, 'receiving'), isNull(uploads.suspendedAt));
  const open = or(eq(uploads.state, 'verifying'), receiving);
  const alive = gt(uploads.updatedAt, new Date(now.getTime() - silentMs));
  const found = and(eq(uploads.protocolId, protocolId), open, alive);
  return (await db.select({ id: uploads.id }).from(uploads).where(found).limit(1)).length > 0;
}

/**
 * Returns the stage of another recording that waits for its processing or is being processed, of several one that is
 * being processed. Such a protocol cannot be signed, since the results would be written into a signed protocol.
 */
export async function stageOfUnprocessedPart(
  db: Db,
  protocolId: string,
): Promise<'video_process' | 'video_uploaded' | undefined> {
  const stages = (await readParts(db, protocolId)).map(({ stage }) => stage);
  return (['video_process', 'video_uploaded'] as const).find((stage) => stages.includes(stage));
}

/** Creates the protocol under the client's id. Throws a 409 if the id or the number is taken. */
export async function createProtocol(
  db: Db,
  owner: { id: string },
  id: string,
  fields: Fields,
  office: OfficeTime,
): Promise<ProtocolRow> {
  const body = { ...fields, organization: fields.organization ?? (await organizationOf(db, owner.id)) };
  await checkReferences(db, owner.id, body);
  const { now } = office;
  const blank = { title: '', numberScope: '', numberYear: 0, number: null, searchKey: '' };
  const before = { ...blank, ownerId: owner.id, agenda: [], createdAt: now };
  const numberScope = numberScopeOf(owner.id, body.organization, await selfNumberingBodyId(db, body.body_id));
  const values = {
    ...columnsFrom(body, before),
    numberYear: numberYearOf(body.held_at, office),
    numberScope,
  };
  await checkNumber(db, blank, { ...blank, ...values, id });
  const [row] = await db
    .insert(protocols)
    .values({ ...blank, secretaryId: owner.id, ...values, id, ownerId: owner.id, createdAt: now, updatedAt: now })
    .returning()
    .catch(explainConflict);
  return row as ProtocolRow;
}

/** Applies the fields of the request and increments the version. The caller has locked the row. */
export async function updateProtocol(db: Db, row: ProtocolRow, body: Fields, { now, zone }: OfficeTime): Promise<void> {
  // People already named are not checked, since they may have been blocked meanwhile.
  await checkReferences(db, row.ownerId, body.chairman_id === row.chairmanId ? omitChairman(body) : body);
  const changed = {
    ...columnsFrom(body, row),
    numberYear: numberYearAfter(row, body, zone),
    numberScope: await numberScopeAfter(db, row, body),
  };
  await checkNumber(db, row, { ...row, ...changed });
  await db
    .update(protocols)
    .set({ ...changed, version: sql`${protocols.version} + 1`, updatedAt: now })
    .where(eq(protocols.id, row.id))
    .catch(explainConflict);
  if (body.chairman_id !== undefined && body.chairman_id !== row.chairmanId)
    await setChairman(db, row.id, body.chairman_id);
  if (body.title !== undefined && body.title !== row.title) await refreshTaskSearch(db, eq(tasks.protocolId, row.id));
}

/**
 * Shares the recording with participants, or stops sharing it. This is not an edit of the protocol, so that it also
 * works for a final one.
 */
export async function shareRecording(db: Db, id: string, isShared: boolean): Promise<void> {
  await db.update(protocols).set({ recordingShared: isShared }).where(eq(protocols.id, id));
}

/** Deletes the protocol with everything that belongs to it; the sweep of the storage removes its files. */
export async function deleteProtocol(db: Db, row: ProtocolRow, now: Date): Promise<void> {
  const own = eq(uploads.protocolId, row.id);
  const stored = await db.select({ key: uploads.storageKey }).from(uploads).where(own);
  const documentFiles = await documentKeys(db, row.id);
  // In the order in which a change of a task locks it in all protocols that carry it.
  const given = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(eq(tasks.protocolId, row.id))
    .orderBy(asc(tasks.id))
    .for('update');
  const taskIds = given.map(({ id }) => id);
  await releaseReports(db, taskIds, now);
  const parts = await readParts(db, row.id);
  const recorded = [row.video, ...parts.map(({ video }) => video)].flatMap(filesOfVideo);
  const files = [...recorded, ...stored.map(({ key }) => key ?? undefined), ...documentFiles];
  await discardFiles(db, files, now);
  const open = inArray(uploads.state, ['receiving', 'verifying']);
  await db.update(uploads).set({ state: 'cancelled', updatedAt: sql`now()` }).where(and(own, open));
  await forgetReplies(db, [row.id, ...taskIds, ...(await partIds(db, row.id))]);
  await db.delete(protocols).where(eq(protocols.id, row.id));
}

/** Returns the ids of what stands in a protocol and is written by calls of its own. */
async function partIds(db: Db, protocolId: string): Promise<string[]> {
  const idsIn = async (table: typeof members | typeof marks | typeof attachments) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.protocolId, protocolId))).map(({ id }) => id);
  return [...(await idsIn(members)), ...(await idsIn(marks)), ...(await idsIn(attachments))];
}

/** Returns the columns that a body sets, and the search columns that follow from them. */
function columnsFrom(
  body: Partial<Fields>,
  before: Pick<ProtocolRow, 'ownerId' | 'title' | 'number' | 'agenda' | 'createdAt'> & Partial<ProtocolRow>,
) {
  const set = {
    ...(body.title !== undefined && { title: body.title }),
    ...(body.number !== undefined && {
      number: body.number === null || body.number === '' ? null : String(body.number),
    }),
    ...(body.kind !== undefined && { kind: body.kind }),
    ...(body.held_at !== undefined && { heldAt: body.held_at }),
    ...(body.ended_at !== undefined && { endedAt: body.ended_at }),
    ...(body.place !== undefined && { place: body.place }),
    ...(body.organization !== undefined && { organization: body.organization }),
    ...(body.meeting_id !== undefined && { meetingId: body.meeting_id }),
    ...(body.body_id !== undefined && { bodyId: body.body_id }),
    ...(body.chairman_id !== undefined && { chairmanId: body.chairman_id }),
    ...(body.quorum !== undefined && { quorum: body.quorum }),
    // A client that only knows plain text sends back the formatting of an earlier text.
    ...(body.agenda !== undefined && { agenda: body.agenda.map(withoutStaleBlocks) }),
  };
  const after = { ...before, ...set };
  if (body.held_at !== undefined || body.ended_at !== undefined) assertTimes(after.heldAt, after.endedAt);
  return { ...set, ...protocolSearch(after) };
}

/**
 * Returns the year of the number. It stays while the date stays, even if the time zone of the organization has changed.
 */
function numberYearAfter(row: ProtocolRow, { held_at: heldAt }: Partial<Fields>, zone: string): number {
  if (heldAt === undefined || heldAt === row.heldAt) return row.numberYear;
  return numberYearOf(heldAt, { now: row.createdAt, zone });
}

/** Returns the organization of the secretary. */
export async function organizationOf(db: Db, userId: string): Promise<string | null> {
  const [user] = await db.select({ organization: users.organization }).from(users).where(eq(users.id, userId));
  return user?.organization ?? null;
}

/**
 * Returns the scope of the number after an edit. It stays unless the organization or the body changes: otherwise
 * editing the place, for example, would mix the numbers of a deleted body with all others.
 */
async function numberScopeAfter(db: Db, row: ProtocolRow, body: Partial<Fields>): Promise<string> {
  const { organization = row.organization, body_id = row.bodyId } = body;
  if (organization === row.organization && body_id === row.bodyId) {
    // An assigned number stays in the series of a former owner; if it is cleared, the next one comes from the new
    // owner's.
    const isCleared = body.number === null || body.number === '';
    return isCleared && row.numberScope.startsWith('owner:') ? numberScopeOf(row.ownerId, null) : row.numberScope;
  }
  return numberScopeOf(row.ownerId, organization, await selfNumberingBodyId(db, body_id));
}

/** Returns the id of the body if it numbers its protocols separately. */
async function selfNumberingBodyId(db: Db, bodyId: string | null | undefined): Promise<string | undefined> {
  return bodyId && (await findNumbering(db, bodyId)) ? bodyId : undefined;
}

async function checkReferences(db: Db, ownerId: string, body: Partial<Fields>): Promise<void> {
  if (body.meeting_id) {
    const own = and(eq(meetings.id, body.meeting_id), eq(meetings.ownerId, ownerId));
    const [meeting] = await db.select({ id: meetings.id }).from(meetings).where(own);
    if (!meeting) throw invalidField('meeting_id', 'Встреча не найдена');
  }
  if (body.body_id) await assertOwnBody(db, { ownerId, id: body.body_id });
  if (body.chairman_id) {
    const unknown = await findUnselectable(db, ownerId, [body.chairman_id]);
    if (unknown.length > 0) throw invalidField('chairman_id', 'Такого пользователя нет');
  }
}

type Numbered = Pick<ProtocolRow, 'number' | 'numberScope' | 'numberYear'>;

/** Checks the number only if it changes, since the present one may be older than the rule. */
async function checkNumber(db: Db, before: Numbered, after: Numbered & { id: string }): Promise<void> {
  const { number } = after;
  const key = (of: Numbered) => JSON.stringify([of.numberScope, of.numberYear, numberKey(of.number ?? '')]);
  if (number === null || key(after) === key(before)) return;
  if (await isNumberTaken(db, { ...after, number })) throw numberTaken();
}

function omitChairman({ chairman_id: _, ...rest }: Fields): Fields {
  return rest;
}

function numberTaken(cause?: unknown): Problem {
  const message = 'Протокол с таким номером в этом году уже есть';
  return new Problem('number_taken', message, { number: [message] }, { cause });
}

/**
 * Returns the files of a protocol that was never final: the documents that were sent, and its attachments. A document
 * that is being printed is not attached to its mails any more before the transaction ends.
 */
async function documentKeys(db: Db, protocolId: string): Promise<string[]> {
  const sent = await db
    .select({ files: mails.attachments })
    .from(mails)
    .where(eq(mails.protocolId, protocolId))
    .for('update');
  const attached = await db
    .select({ key: attachments.storageKey })
    .from(attachments)
    .where(eq(attachments.protocolId, protocolId));
  const documents = sent.flatMap(({ files }) => files.map((file) => file.storage_key));
  return [...new Set([...documents, ...attached.map(({ key }) => key)])];
}
