import type { Body, BodyApproval, BodyMember, BodyNumbering, BodyQuestion } from '#contract/body.ts';
import { calls } from '#contract/calls.ts';
import { bodyGenitive } from '#contract/genitive.ts';
import type { MemberKind } from '#contract/member.ts';
import type { QuorumRule } from '#contract/quorum.ts';
import { entities } from '#src/data/entities.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { defineMutation } from '#src/sync/index.ts';

const { body: bodies, meeting: meetings, protocol: protocols } = entities;

/** All of a body that a person writes. */
export interface BodyFields {
  name: string;
  /** Null where the rule makes it. */
  name_genitive: string | null;
  kind: string | null;
  place: string | null;
  members: { member_id: string; kind: MemberKind }[];
  agenda: (BodyQuestion & { title: string })[];
  quorum: QuorumRule | null;
  numbering: BodyNumbering | null;
  approval: BodyApproval | null;
  chairman_listed: boolean | null;
  /** By which its protocols are written as DOCX; null: in the usual form. */
  template_id: string | null;
  /** Which days of its tasks people are reminded of; null: all. */
  reminders: string[] | null;
}

export interface NewBody {
  id: string;
  fields: BodyFields;
  people: NamedPerson[];
}

export interface BodyChange {
  /** As it was when the change was made, with what was unsent then. */
  base: Body;
  change: Partial<BodyFields>;
  people: NamedPerson[];
}

/** The version that the server gives to what is new. */
const firstVersion = 1;

const scopeOf = (id: string) => `body:${id}`;
// Protocols name their bodies.
const stale = [['bodies'], ['protocol']];

/** POST /bodies under an id of our own. */
export const createBody = defineMutation({
  name: 'body.create',
  call: calls.createBody,
  prepare: ({ id, fields }: NewBody) => ({
    scope: scopeOf(id),
    subject: id,
    creates: id,
    title: `Новая комиссия или отдел «${fields.name}»`,
    body: { ...fields, id },
    needs: 'bodies',
  }),
  changes: ({ id, fields, people }, reply) => [
    bodies.create(id, () => ({ ...changed({ id, version: firstVersion }, fields, people), ...reply })),
  ],
  invalidates: () => stale,
});

/** PUT /bodies/{id}: what was changed, over the version that it was changed in. */
export const updateBody = defineMutation({
  name: 'body.update',
  call: calls.updateBody,
  prepare: ({ base, change }: BodyChange) => ({
    scope: scopeOf(base.id),
    subject: base.id,
    title: `Комиссия или отдел «${change.name ?? base.name ?? base.id}»`,
    params: { id: base.id },
    body: { ...change, ...(typeof base.version === 'number' ? { version: base.version } : {}) },
    needs: 'bodies',
  }),
  changes: ({ base, change, people }, reply) => [
    bodies.update(base.id, (known) => ({ ...changed(known, change, people), ...reply })),
  ],
  invalidates: () => stale,
});

/** DELETE /bodies/{id}; one that is gone already is what was wanted. Its meetings and protocols stay without it. */
export const deleteBody = defineMutation({
  name: 'body.delete',
  call: calls.deleteBody,
  prepare: ({ id, name }: { id: string; name: string }) => ({
    scope: scopeOf(id),
    subject: id,
    title: `Удалить комиссию или отдел «${name}»`,
    params: { id },
    successStatuses: [404],
    needs: 'bodies',
  }),
  changes: ({ id }) => [
    bodies.remove(id),
    protocols.update(({ body_id }) => body_id === id, withoutBody, { isUnmarked: true }),
    meetings.update(({ body_id }) => body_id === id, withoutBody, { isUnmarked: true }),
  ],
  invalidates: () => [...stale, ['protocols'], ['meetings']],
  removed: ({ name }) => ({ message: 'Удалено из комиссий и отделов', detail: name }),
});

export const bodyMutations = [createBody, updateBody, deleteBody] as const;

/** The fields of a body as they are written; a genitive that the rule makes is nobody's. */
export function bodyFields(body: Body): BodyFields {
  const { name = '', name_genitive, members, agenda } = body;
  return {
    name: name ?? '',
    name_genitive: name_genitive && name_genitive !== bodyGenitive(name ?? '') ? name_genitive : null,
    kind: body.kind ?? null,
    place: body.place ?? null,
    members: (members ?? []).map(({ member_id, kind }) => ({ member_id, kind: kind ?? 'present' })),
    agenda: (agenda ?? []).map((question) => ({ ...question, title: question.title ?? '' })),
    quorum: body.quorum ?? null,
    numbering: body.numbering ?? null,
    approval: body.approval ?? null,
    chairman_listed: body.chairman_listed ?? null,
    template_id: body.template_id ?? null,
    reminders: body.reminders ?? null,
  };
}

function changed(known: Body, { members, ...change }: Partial<BodyFields>, people: readonly NamedPerson[]): Body {
  const next: Body = { ...known, ...change };
  const name_genitive = bodyFields(next).name_genitive ?? bodyGenitive(next.name ?? '');
  if (!members) return { ...next, name_genitive };
  const before = new Map(known.members?.map((member) => [member.member_id, member]));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const named = members.map((member): BodyMember => {
    const was = before.get(member.member_id);
    return { ...was, ...member, name: was?.name ?? names.get(member.member_id) };
  });
  const chairman_id = named.find(({ kind }) => kind === 'chairman')?.member_id ?? null;
  return { ...next, name_genitive, members: named, chairman_id };
}

function withoutBody<T extends { body_id?: string | null | undefined }>(entity: T): T {
  return { ...entity, body_id: null, body: undefined };
}
