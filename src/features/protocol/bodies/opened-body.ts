import type { Body } from '#contract/bodies/body.ts';
import { type BodyFields, createBody, updateBody } from '#src/data/body/index.ts';
import type { NamedPerson } from '#src/data/person/index.ts';
import { needsPerson, type Optimistic, type OutboxRow, variablesOf } from '#src/sync/index.ts';

/** State of an open form of a body. */
export interface OpenedBody {
  /** The body when editing began; undefined for a new one. */
  base: Optimistic<Body> | undefined;
  /** The base with the changes of a refused mutation. */
  shown: Body | undefined;
  /** Queued mutation that is resolved instead of making a new one. */
  refused: OutboxRow | undefined;
}

/** Returns a queued mutation that waits for the person as its form shows it again; undefined where there is none. */
export function refusedBody(row: OutboxRow | undefined): OpenedBody | undefined {
  if (!row || !needsPerson(row)) return undefined;
  const made = variablesOf(createBody, row);
  if (made) return { base: undefined, shown: withNames({ id: made.id }, made.fields, made.people), refused: row };
  const edit = variablesOf(updateBody, row);
  if (!edit) return undefined;
  // Uses the version with which it would be sent: an earlier edit from this device may have changed it.
  const version = row.request.body?.version;
  const base = typeof version === 'number' ? { ...edit.base, version } : edit.base;
  return { base, shown: withNames(base, edit.change, edit.people), refused: row };
}

/** Returns a body without its unsent mark. */
export function withoutMark({ unsent: _unsent, ...body }: Optimistic<Body>): Body {
  return body;
}

function withNames(base: Body, { members, ...change }: Partial<BodyFields>, people: readonly NamedPerson[]): Body {
  const names = new Map([
    ...(base.members ?? []).map(({ member_id, name }) => [member_id, name] as const),
    ...people.map((person) => [person.id, person.name] as const),
  ]);
  const named = members?.map((member) => ({ ...member, name: names.get(member.member_id) }));
  return { ...withoutMark(base), ...change, ...(named ? { members: named } : {}) };
}
