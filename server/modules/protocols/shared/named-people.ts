import { inArray } from 'drizzle-orm';
import type { Protocol } from '#contract/protocols/protocol.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

/**
 * Returns these people with their present names; one without a name is shown by the e-mail, or as `nameless` if given.
 */
export async function peopleBy(db: Db, ids: readonly string[], nameless?: string) {
  if (ids.length === 0) return [];
  const { id, name, email, position, organization } = users;
  const rows = await db
    .select({ id, name, email, position, organization })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return rows.map(({ email: address, ...person }) => ({ ...person, name: person.name || (nameless ?? address) }));
}

/** Returns the people whom a protocol names by id, with their present names; `nameless` as in `peopleBy`. */
export function peopleOf(db: Db, protocol: Protocol, nameless?: string): ReturnType<typeof peopleBy> {
  const ids = [
    protocol.chairman_id,
    protocol.secretary_id,
    ...(protocol.agenda ?? []).map((item) => item.speaker_id),
    ...(protocol.tasks ?? []).map((task) => task.assignee_id),
    ...(protocol.members ?? []).map((member) => member.member_id),
  ];
  return peopleBy(
    db,
    ids.filter((id) => typeof id === 'string'),
    nameless,
  );
}
