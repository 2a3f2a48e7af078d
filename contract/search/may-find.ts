import type { Access } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import type { Role } from '#contract/roles.ts';
import type { SearchKind } from './search.ts';

/** Access to the list of each kind: whoever may read the list may search it. */
const lists: Record<SearchKind, Access> = {
  protocol: calls.listProtocols.access,
  decision: calls.listProtocols.access,
  task: calls.listTasks.access,
  meeting: calls.listMeetings.access,
  person: calls.listUsers.access,
  transcript: calls.getTranscript.access,
};

/** Whether a role may search objects of the kind. Each list itself decides whose objects are visible. */
export function mayFind(role: Role, kind: SearchKind): boolean {
  const access = lists[kind];
  return access === 'any' || (access !== 'public' && access.includes(role));
}
