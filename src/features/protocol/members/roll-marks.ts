import type { Attendance, AttendanceState } from '#contract/bodies/attendance.ts';
import type { Member } from '#contract/bodies/member.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { instantOf } from '#src/ui/index.ts';
import { clockOf } from './attendance.ts';

/** Key of each state by its physical code, so that it works in every layout; `cap` is the letter printed on it. */
export const stateKeys: readonly { state: AttendanceState; code: string; cap: string }[] = [
  { state: 'present', code: 'KeyG', cap: 'П' },
  { state: 'absent', code: 'KeyJ', cap: 'О' },
  { state: 'late', code: 'KeyP', cap: 'З' },
  { state: 'left', code: 'KeyE', cap: 'У' },
  { state: 'remote', code: 'KeyL', cap: 'Д' },
  { state: 'proxy', code: 'KeyD', cap: 'В' },
];

const hour = 3_600_000;

/** Returns the mark that a key sets; the current time is filled in while the meeting may be under way. */
export function markedAs(
  state: AttendanceState,
  before: Attendance | null | undefined,
  protocol: Pick<Protocol, 'held_at' | 'ended_at'>,
  now = new Date(),
): Attendance {
  const clock = isUnderWay(protocol, now) ? instantOf(now) : null;
  const arrived_at = before?.arrived_at ?? null;
  if (state === 'late') return { state, arrived_at: clock };
  if (state === 'left') return { state, arrived_at, left_at: clock };
  return state === before?.state ? before : { state };
}

/** Whether a moment can belong to the meeting: marks made a day later get no time from the clock. */
function isUnderWay({ held_at, ended_at }: Pick<Protocol, 'held_at' | 'ended_at'>, now: Date): boolean {
  const from = Date.parse(held_at ?? '');
  if (Number.isNaN(from)) return true;
  const to = Date.parse(ended_at ?? '') || from + 12 * hour;
  return now.getTime() >= from - hour && now.getTime() <= to + hour;
}

/**
 * Returns the moment of a meeting at which its clock shows this time, after midnight on the next day; null for no time.
 */
export function momentAt(clock: string, held_at: string | null | undefined): string | null {
  const [hours, minutes] = clock.split(':').map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) return null;
  const held = Date.parse(held_at ?? '');
  const moment = Number.isNaN(held) ? new Date() : new Date(held);
  moment.setHours(hours, minutes, 0, 0);
  if (moment.getTime() < held - 6 * hour) moment.setDate(moment.getDate() + 1);
  return instantOf(moment);
}

/** Returns a hint about unusual times: before the beginning or after the end; undefined where there are none. */
export function oddTimes(
  { arrived_at, left_at }: Attendance,
  { held_at, ended_at }: Pick<Protocol, 'held_at' | 'ended_at'>,
): string | undefined {
  const [from, to] = [Date.parse(held_at ?? ''), Date.parse(ended_at ?? '')];
  const times = [arrived_at, left_at].flatMap((each) => (each ? [Date.parse(each)] : []));
  if (times.some((each) => each < from)) return `Раньше начала заседания (${clockOf(held_at)})`;
  if (times.some((each) => each > to)) return `Позже окончания заседания (${clockOf(ended_at)})`;
  return undefined;
}

/**
 * Returns the order of the roll call: voting members first, then secretaries and invited people. Marks do not change
 * it.
 */
export function rollOrder<M extends Member>(members: readonly M[]): M[] {
  const rank = ({ kind }: M) =>
    ['chairman', 'present', 'secretary', 'invited'].indexOf(kind === 'absent' ? 'present' : (kind ?? 'present'));
  return members.toSorted((one, other) => rank(one) - rank(other));
}
