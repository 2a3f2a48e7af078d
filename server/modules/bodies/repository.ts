import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import {
  type Body,
  type BodyInPrint,
  type BodyNumbering,
  type BodyUpdate,
  type LastAgenda,
  maxBodies,
} from '#contract/bodies/body.ts';
import { bodyGenitive } from '#contract/text/genitive.ts';
import { findUnselectable } from '#server/modules/identity/index.ts';
import {
  conflictExplainer,
  type Db,
  idConflict,
  type OwnId,
  offsetOf,
  type Paging,
  pageMetaOf,
  searchKeyOf,
} from '#server/platform/db/index.ts';
import { invalidField, notFound } from '#server/platform/problem/index.ts';
import { bodies, bodyMembers } from '#server/schema/bodies.ts';
import { users } from '#server/schema/people.ts';
import { protocols } from '#server/schema/protocols.ts';
import { templates } from '#server/schema/templates.ts';
import { checkMembers, type NamedMember } from './policy.ts';

export type BodyRow = typeof bodies.$inferSelect;

const explainConflict = conflictExplainer({ bodies_pkey: idConflict });

/** A page of the owner's bodies in alphabetical order. */
export async function listBodies(db: Db, ownerId: string, paging: Paging) {
  const own = eq(bodies.ownerId, ownerId);
  const rows = await db
    .select({ ...getTableColumns(bodies), all: sql<number>`(count(*) over ())::int` })
    .from(bodies)
    .where(own)
    .orderBy(sql`${bodies.nameKey} collate "C"`, asc(bodies.id))
    .limit(paging.limit)
    .offset(offsetOf(paging));
  const total = rows[0]?.all ?? (await db.$count(bodies, own));
  return { rows: await withPeople(db, rows), meta: pageMetaOf(paging, total) };
}

export async function showBody(db: Db, row: BodyRow): Promise<Body> {
  const [view] = await withPeople(db, [row]);
  return view as Body;
}

/** Returns the owner's body, or throws a 404. */
export async function getBody(db: Db, own: OwnId): Promise<BodyRow> {
  const [row] = await db.select().from(bodies).where(isOwn(own));
  return row ?? throwNotFound();
}

/** Returns the owner's body, locked until the transaction ends, or throws a 404. */
export async function lockBody(db: Db, own: OwnId): Promise<BodyRow> {
  const [row] = await db.select().from(bodies).where(isOwn(own)).for('update');
  return row ?? throwNotFound();
}

const isOwn = ({ ownerId, id }: OwnId) => and(eq(bodies.id, id), eq(bodies.ownerId, ownerId));

function throwNotFound(): never {
  throw notFound('Такой комиссии или отдела нет');
}

/** Creates the body under the client's id. Throws a 409 if the id is taken. */
export async function createBody(
  db: Db,
  { ownerId, id }: OwnId,
  fields: BodyUpdate & { name: string },
  now: Date,
): Promise<BodyRow> {
  // The lock on the owner serialises concurrent creations, so that they cannot exceed the limit together.
  await db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
  if ((await db.$count(bodies, eq(bodies.ownerId, ownerId))) >= maxBodies) {
    throw invalidField('name', `Можно завести не больше ${maxBodies} комиссий и отделов`);
  }
  await assertTemplate(db, fields);
  const { name } = fields;
  const values = {
    id,
    ownerId,
    name,
    nameKey: searchKeyOf(name),
    ...changedBy(fields),
    createdAt: now,
    updatedAt: now,
  };
  const [row] = await db.insert(bodies).values(values).returning().catch(explainConflict);
  await changePeople(db, row as BodyRow, fields, []);
  return row as BodyRow;
}

/** Applies the fields of the request and increments the version. The caller has locked the row. */
export async function updateBody(db: Db, before: BodyRow, fields: BodyUpdate, now: Date): Promise<BodyRow> {
  await assertTemplate(db, fields);
  const set = { ...changedBy(fields), version: sql`${bodies.version} + 1`, updatedAt: now };
  const [row] = await db.update(bodies).set(set).where(eq(bodies.id, before.id)).returning();
  await changePeople(db, row as BodyRow, fields, before.agenda);
  return row as BodyRow;
}

/** Deletes the body; its meetings and protocols stay. */
export async function deleteBody(db: Db, { id }: BodyRow): Promise<void> {
  await db.delete(bodies).where(eq(bodies.id, id));
}

/** Throws a 422 if the owner has no such body, for example because it was deleted meanwhile. */
export async function assertOwnBody(db: Db, asked: OwnId): Promise<void> {
  const [own] = await db.select({ id: bodies.id }).from(bodies).where(isOwn(asked));
  if (!own)
    throw invalidField('body_id', 'Такой комиссии или отдела больше нет. Выберите другую или оставьте поле пустым');
}

/** Returns the questions of the body's latest protocol by the date of the meeting. */
export async function findLastAgenda(db: Db, id: string): Promise<LastAgenda> {
  const { bodyId, title, heldAt, agenda, createdAt } = protocols;
  const [last] = await db
    .select({ id: protocols.id, title, heldAt, agenda })
    .from(protocols)
    .where(eq(bodyId, id))
    .orderBy(sql`${heldAt}::timestamptz desc nulls last`, desc(createdAt))
    .limit(1);
  if (!last) return { questions: [] };
  const questions = last.agenda.map(({ id: itemId, title: asked, speaker_id, speaker_name }) => {
    return { id: itemId, title: asked, speaker_id, speaker_name };
  });
  return { protocol_id: last.id, title: last.title, held_at: last.heldAt, questions };
}

/** Returns how the body numbers its protocols; undefined where they are numbered together with all others. */
export async function findNumbering(db: Db, id: string | null | undefined): Promise<BodyNumbering | undefined> {
  if (!id) return undefined;
  const [row] = await db.select({ numbering: bodies.numbering }).from(bodies).where(eq(bodies.id, id));
  return row?.numbering?.is_own ? row.numbering : undefined;
}

/** Returns what the documents of the body's protocols print of it; undefined without a body. */
export async function findBodyInPrint(db: Db, id: string | null): Promise<BodyInPrint | undefined> {
  if (id === null) return undefined;
  const { name, nameGenitive, approval, chairmanListed: chairman_listed } = bodies;
  const template = { id: templates.id, name: templates.name };
  const [row] = await db
    .select({ name, nameGenitive, approval, chairman_listed, template })
    .from(bodies)
    .leftJoin(templates, eq(templates.id, bodies.templateId))
    .where(eq(bodies.id, id));
  if (!row) return undefined;
  const { nameGenitive: written, ...rest } = row;
  return { id, ...rest, name_genitive: written || bodyGenitive(row.name) };
}

function changedBy(fields: BodyUpdate) {
  return {
    ...(fields.name !== undefined && { name: fields.name, nameKey: searchKeyOf(fields.name) }),
    ...(fields.name_genitive !== undefined && { nameGenitive: fields.name_genitive || null }),
    ...(fields.kind !== undefined && { kind: fields.kind || null }),
    ...(fields.place !== undefined && { place: fields.place || null }),
    ...(fields.agenda !== undefined && { agenda: fields.agenda }),
    ...(fields.quorum !== undefined && { quorum: fields.quorum }),
    ...(fields.numbering !== undefined && { numbering: fields.numbering }),
    ...(fields.approval !== undefined && { approval: fields.approval }),
    ...(fields.chairman_listed !== undefined && { chairmanListed: fields.chairman_listed }),
    ...(fields.reminders !== undefined && { reminders: fields.reminders }),
    ...(fields.template_id !== undefined && { templateId: fields.template_id }),
  };
}

/** Throws a 422 if the template was deleted meanwhile. */
async function assertTemplate(db: Db, { template_id: id }: BodyUpdate): Promise<void> {
  if (!id) return;
  const [template] = await db.select({ id: templates.id }).from(templates).where(eq(templates.id, id)).for('key share');
  if (!template) throw invalidField('template_id', 'Такого шаблона больше нет. Выберите другой или обычный вид');
}

/** Replaces the people of the body. Blocked accounts may stay, also as speakers, but cannot be added. */
async function changePeople(
  db: Db,
  { id, ownerId }: BodyRow,
  { members, agenda }: BodyUpdate,
  agendaBefore: BodyRow['agenda'],
): Promise<void> {
  const speakers = (agenda ?? []).flatMap(({ speaker_id }) => speaker_id ?? []);
  const known = new Set(agendaBefore.flatMap(({ speaker_id }) => speaker_id ?? []));
  const added = speakers.filter((each) => !known.has(each));
  if ((await findUnselectable(db, ownerId, added)).length > 0) {
    throw invalidField('agenda', 'Среди докладчиков есть человек, которого нет в списке пользователей');
  }
  if (members) await setMembers(db, { id, ownerId }, checkMembers(members));
}

async function setMembers(db: Db, { id, ownerId }: Pick<BodyRow, 'id' | 'ownerId'>, wanted: NamedMember[]) {
  const gone = await db.delete(bodyMembers).where(eq(bodyMembers.bodyId, id)).returning({ userId: bodyMembers.userId });
  const had = new Set(gone.map(({ userId }) => userId));
  const added = wanted.map(({ member_id }) => member_id).filter((userId) => !had.has(userId));
  if ((await findUnselectable(db, ownerId, added)).length > 0) {
    throw invalidField('members', 'В составе есть человек, которого нет в списке пользователей');
  }
  const rows = wanted.map(({ member_id: userId, kind }, place) => ({ bodyId: id, userId, kind, place }));
  if (rows.length > 0) await db.insert(bodyMembers).values(rows);
}

async function withPeople(db: Db, rows: readonly BodyRow[]): Promise<Body[]> {
  if (rows.length === 0) return [];
  const { bodyId, userId, kind, place } = bodyMembers;
  const ids = rows.map(({ id }) => id);
  const people = await db
    .select({ bodyId, member_id: userId, kind, name: users.name, email: users.email, position: users.position })
    .from(bodyMembers)
    .innerJoin(users, eq(users.id, userId))
    .where(inArray(bodyId, ids))
    .orderBy(asc(place));
  const byBody = Map.groupBy(people, (person) => person.bodyId);
  return rows.map((row) => bodyView(row, byBody.get(row.id) ?? []));
}

type PersonRow = NamedMember & { name: string; email: string; position: string | null };

function bodyView(row: BodyRow, people: readonly PersonRow[]): Body {
  const { id, name, kind, place, agenda, quorum, numbering, approval, chairmanListed, templateId, version } = row;
  const { reminders } = row;
  const members = people.map(({ member_id, kind: as, name: called, email, position }) => {
    return { member_id, kind: as, name: called || email, position };
  });
  return {
    ...{ id, name, name_genitive: row.nameGenitive || bodyGenitive(name), kind, place, members },
    chairman_id: members.find((member) => member.kind === 'chairman')?.member_id ?? null,
    ...{ agenda, quorum, numbering, approval, chairman_listed: chairmanListed, template_id: templateId, version },
    reminders,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
