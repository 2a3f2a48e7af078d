import { inArray } from 'drizzle-orm';
import type { Protocol } from '#contract/protocol.ts';
import type { Db } from '#server/platform/db/index.ts';
import { users } from '#server/schema/people.ts';

/** How these people are named today: whoever has not given a name yet is known by the address, or as is said of them. */
export async function peopleBy(db: Db, ids: readonly string[], nameless?: string) {
  if (ids.length === 0) return [];
  const { id, name, email, position, organization } = users;
  const rows = await db
    .select({ id, name, email, position, organization })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return rows.map(({ email: address, ...person }) => ({ ...person, name: person.name || (nameless ?? address) }));
}

/** The people whom a protocol names by their ids, as they are named today; `nameless` as of `peopleBy`. */
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
