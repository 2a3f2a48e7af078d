import { type Attending, stateOf } from './attendance.ts';
import { neededFor, type QuorumRule } from './quorum.ts';

/** Number of deciding people present, their total, and the number needed; null without a rule. */
export interface Quorum {
  present: number;
  total: number;
  needed: number | null;
}

/** Whether as many are present as the rule requires. */
export function hasQuorum({ present, needed }: Quorum): boolean {
  return needed === null || present >= needed;
}

/** «Кворум имеется: 7 из 9», «Кворума нет: 3 из 9, нужно 5»; without a rule «Присутствуют: 7 из 9». */
export function quorumLine(quorum: Quorum): string {
  const { present, total, needed } = quorum;
  if (needed === null) return `Присутствуют: ${present} из ${total}`;
  return hasQuorum(quorum)
    ? `Кворум имеется: ${present} из ${total}`
    : `Кворума нет: ${present} из ${total}, нужно ${needed}`;
}

/**
 * Returns the people among whom a quorum is counted: the members, and the chairman if only the head of the protocol
 * names them. Empty without members, since it is then unknown who was present.
 */
export function attendingOf({
  chairman_id,
  members,
}: {
  chairman_id?: string | null | undefined;
  members?: readonly (Attending & { member_id?: string | null | undefined })[] | null | undefined;
}): Attending[] {
  if (!members?.length) return [];
  const isMember = !chairman_id || members.some(({ member_id }) => member_id === chairman_id);
  return isMember ? [...members] : [...members, { kind: 'chairman' }];
}

/**
 * Whether a member decides: the chairman and the members, present or not; the secretary if the rule says so; never
 * invited people.
 */
export function isVoting({ kind }: Attending, rule: QuorumRule | null | undefined): boolean {
  if (kind === 'invited') return false;
  return kind !== 'secretary' || rule?.with_secretary === true;
}

/**
 * Returns the quorum at a moment, in epoch milliseconds: of those who have come and not left, in person, remotely or by
 * proxy.
 */
export function quorumNow(
  rule: QuorumRule | null | undefined,
  members: readonly Attending[],
  now = Date.now(),
): Quorum {
  const isThere = (person: Attending) => stateOf(person) !== 'left' && stayOf(person).to > now;
  return counted(rule, members, (there) => there.filter(isThere).length);
}

/**
 * Returns the quorum of the whole meeting, for documents: by the largest number of people present at the same time. A
 * member counts from arrival to departure; an unknown time means the beginning or the end of the meeting.
 */
export function quorumOfMeeting(rule: QuorumRule | null | undefined, members: readonly Attending[]): Quorum {
  return counted(rule, members, (there) => {
    const stays = there.map(stayOf);
    const moments = [Number.NEGATIVE_INFINITY, ...stays.map(({ from }) => from)];
    return Math.max(0, ...moments.map((at) => stays.filter(({ from, to }) => from <= at && at < to).length));
  });
}

function counted(
  rule: QuorumRule | null | undefined,
  members: readonly Attending[],
  count: (there: Attending[]) => number,
): Quorum {
  const voting = members.filter((member) => isVoting(member, rule));
  const there = voting.flatMap((member) => inRoomFor(member, members) ?? []);
  return { present: count(there), total: voting.length, needed: neededFor(rule, voting.length) };
}

/**
 * Returns the person who was in the room for a member: themselves, or the holder of their proxy; undefined if there was
 * nobody. A proxy counts while its holder is there in person; an unknown holder counts as present.
 */
function inRoomFor(member: Attending, members: readonly Attending[]): Attending | undefined {
  const state = stateOf(member);
  if (state !== 'proxy') return state === 'absent' ? undefined : member;
  const { proxy_id } = member.attendance ?? {};
  const holder = proxy_id ? members.find(({ id }) => id === proxy_id) : undefined;
  if (!holder) return member;
  return ['absent', 'proxy'].includes(stateOf(holder) ?? '') ? undefined : holder;
}

/** Returns the time of presence in epoch milliseconds; infinite where it is not known. */
function stayOf({ attendance }: Attending): { from: number; to: number } {
  const from = attendance?.arrived_at ? Date.parse(attendance.arrived_at) : Number.NaN;
  const to = attendance?.left_at ? Date.parse(attendance.left_at) : Number.NaN;
  return {
    from: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
    to: Number.isNaN(to) ? Number.POSITIVE_INFINITY : to,
  };
}
