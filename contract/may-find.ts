import type { Access } from './call.ts';
import { calls } from './calls.ts';
import type { Role } from './roles.ts';
import type { SearchKind } from './search.ts';

/** The lists that a kind is read by: whoever may call them finds in them. */
const lists: Record<SearchKind, Access> = {
  protocol: calls.listProtocols.access,
  decision: calls.listProtocols.access,
  task: calls.listTasks.access,
  meeting: calls.listMeetings.access,
  person: calls.listUsers.access,
  transcript: calls.getTranscript.access,
};

/** Whether a person of this role finds things of the kind. Whose they are, each list decides. */
export function mayFind(role: Role, kind: SearchKind): boolean {
  const access = lists[kind];
  return access === 'any' || (access !== 'public' && access.includes(role));
}
