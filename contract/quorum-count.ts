import { type Attending, stateOf } from './attendance.ts';
import { neededFor, type QuorumRule } from './quorum.ts';

/** How many of those who decide are there, how many they are, and how many have to be there; null without a rule. */
export interface Quorum {
  present: number;
  total: number;
  needed: number | null;
}

/** Whether as many are there as the rule asks for. */
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
 * Whom a quorum is counted among: the members, and who presides where the head of the protocol alone names them. Without
 * members nobody knows who was there.
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

/** Who decides: the chairman and the members, there or not; the secretary where the body says so; invited people never. */
export function isVoting({ kind }: Attending, rule: QuorumRule | null | undefined): boolean {
  if (kind === 'invited') return false;
  return kind !== 'secretary' || rule?.with_secretary === true;
}

/** The quorum at this moment: by those who have come and not left, in person, by line or by proxy. */
export function quorumNow(rule: QuorumRule | null | undefined, members: readonly Attending[]): Quorum {
  return counted(rule, members, (voting) => voting.filter((member) => isThere(member, members)).length);
}

/**
 * The quorum of a whole meeting, which a document tells: by how many were there at once when they were most. Whoever left
 * is counted until then, and from the beginning to the end where no time is known.
 */
export function quorumOfMeeting(rule: QuorumRule | null | undefined, members: readonly Attending[]): Quorum {
  return counted(rule, members, (voting) => {
    const stays = voting.filter((member) => wasThere(member, members)).map(stayOf);
    const moments = [Number.NEGATIVE_INFINITY, ...stays.map(({ from }) => from)];
    return Math.max(0, ...moments.map((at) => stays.filter(({ from, to }) => from <= at && at < to).length));
  });
}

function counted<Member extends Attending>(
  rule: QuorumRule | null | undefined,
  members: readonly Member[],
  count: (voting: Member[]) => number,
): Quorum {
  const voting = members.filter((member) => isVoting(member, rule));
  return { present: count(voting), total: voting.length, needed: neededFor(rule, voting.length) };
}

function isThere(member: Attending, members: readonly Attending[]): boolean {
  return stateOf(member) !== 'left' && wasThere(member, members, (holder) => stateOf(holder) !== 'left');
}

/** A proxy counts while its holder is there in person; one whom the list does not know is there. */
function wasThere(
  member: Attending,
  members: readonly Attending[],
  isHolding: (holder: Attending) => boolean = () => true,
): boolean {
  const state = stateOf(member);
  if (state !== 'proxy') return state !== 'absent';
  const { proxy_id } = member.attendance ?? {};
  const holder = proxy_id ? members.find(({ id }) => id === proxy_id) : undefined;
  if (!holder) return true;
  const theirs = stateOf(holder);
  return theirs !== 'absent' && theirs !== 'proxy' && isHolding(holder);
}

/** From when to when, in epoch milliseconds; the ends of time where that is not known. */
function stayOf({ attendance }: Attending): { from: number; to: number } {
  const from = attendance?.arrived_at ? Date.parse(attendance.arrived_at) : Number.NaN;
  const to = attendance?.left_at ? Date.parse(attendance.left_at) : Number.NaN;
  return {
    from: Number.isNaN(from) ? Number.NEGATIVE_INFINITY : from,
    to: Number.isNaN(to) ? Number.POSITIVE_INFINITY : to,
  };
}
