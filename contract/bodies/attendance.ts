import * as z from 'zod/mini';
import { instant, maybe, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';

export const attendanceStates = ['present', 'absent', 'late', 'left', 'remote', 'proxy'] as const;
export const attendanceState = z.enum(attendanceStates);
export type AttendanceState = z.infer<typeof attendanceState>;

export const attendanceWords: Record<AttendanceState, string> = {
  present: 'Присутствует',
  absent: 'Отсутствует',
  late: 'Опоздал',
  left: 'Ушёл',
  remote: 'Дистанционно',
  proxy: 'По доверенности',
};

/**
 * Attendance of a member as recorded by the roll call; instants are ISO 8601. `proxy_id` is the row of the member who
 * acts for them, `proxy_name` the name of that person; `reason` is the reason for an absence.
 */
export const attendance = z.looseObject({
  state: attendanceState,
  arrived_at: maybe(instant),
  left_at: maybe(instant),
  proxy_id: maybe(id),
  proxy_name: maybe(text(300)),
  reason: maybe(text(300)),
});
export type Attendance = z.infer<typeof attendance>;

/** The schema for writing attendance: nobody leaves before they have arrived. */
export const attendanceWritten = attendance.check(
  z.refine(({ arrived_at, left_at }) => !arrived_at || !left_at || Date.parse(left_at) >= Date.parse(arrived_at), {
    path: ['left_at'],
    error: 'Уход раньше прибытия',
  }),
);

/** The fields of a member that determine their attendance. */
export interface Attending {
  id?: string | null | undefined;
  kind?: string | null | undefined;
  attendance?: Attendance | null | undefined;
}

/** Returns how a member attends; undefined for a member who was not marked and counts as present. */
export function stateOf({ kind, attendance: marked }: Attending): AttendanceState | undefined {
  return marked?.state ?? (kind === 'absent' ? 'absent' : undefined);
}

/**
 * Returns the member kind that matches a mark. The absence of an ordinary member is also stored as a kind, for clients
 * and servers without a roll call, so the two must never disagree.
 */
export function kindWith<Kind extends string>(
  kind: Kind,
  marked: Attendance | null | undefined,
): Kind | 'absent' | 'present' {
  if (kind !== 'present' && kind !== 'absent') return kind;
  return marked?.state === 'absent' ? 'absent' : 'present';
}

/**
 * Returns the mark after a change of kind: the kind `absent` keeps only a mark of absence, and leaving it removes the
 * mark.
 */
export function attendanceWith({ kind, attendance: marked = null }: Attending, next: string): Attendance | null {
  if (next === 'absent') return marked?.state === 'absent' ? marked : null;
  return kind === 'absent' ? null : marked;
}

const markFields = ['state', 'arrived_at', 'left_at', 'proxy_id', 'proxy_name', 'reason'] as const;

/** Returns a mark without its empty fields. */
export function knownOf(marked: Attendance): Attendance {
  const given = markFields.filter((field) => marked[field]).map((field) => [field, marked[field]]);
  return { state: marked.state, ...Object.fromEntries(given) };
}

/** Whether two marks are equal; a missing mark equals only another missing mark. */
export function isSameMark(one: Attendance | null | undefined, other: Attendance | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return markFields.every((field) => (one[field] || null) === (other[field] || null));
}
