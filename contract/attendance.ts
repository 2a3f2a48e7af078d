import * as z from 'zod/mini';
import { instant, maybe, text } from './common.ts';
import { id } from './id.ts';

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
 * How a member attends, as the roll call says it; instants are ISO 8601. `proxy_id` is the row of the member who acts for
 * them, `proxy_name` the name of whoever does; `reason` is why somebody is absent.
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

/** The same as it is written: nobody leaves before they have come. */
export const attendanceWritten = attendance.check(
  z.refine(({ arrived_at, left_at }) => !arrived_at || !left_at || Date.parse(left_at) >= Date.parse(arrived_at), {
    path: ['left_at'],
    error: 'Уход раньше прибытия',
  }),
);

/** What tells of a member how they attend. */
export interface Attending {
  id?: string | null | undefined;
  kind?: string | null | undefined;
  attendance?: Attendance | null | undefined;
}

/** How somebody attends; undefined of whom nobody has marked, who counts as present. */
export function stateOf({ kind, attendance: marked }: Attending): AttendanceState | undefined {
  return marked?.state ?? (kind === 'absent' ? 'absent' : undefined);
}

/**
 * The kind that goes with a mark. The absence of an ordinary member is a kind as well, by which clients and servers
 * without a roll call know it: the two never say different things.
 */
export function kindWith<Kind extends string>(
  kind: Kind,
  marked: Attendance | null | undefined,
): Kind | 'absent' | 'present' {
  if (kind !== 'present' && kind !== 'absent') return kind;
  return marked?.state === 'absent' ? 'absent' : 'present';
}

/** The mark that is left when somebody's kind is changed: absence comes and goes with the kind of that name. */
export function attendanceWith({ kind, attendance: marked = null }: Attending, next: string): Attendance | null {
  if (next === 'absent') return marked?.state === 'absent' ? marked : null;
  return kind === 'absent' ? null : marked;
}

const markFields = ['state', 'arrived_at', 'left_at', 'proxy_id', 'proxy_name', 'reason'] as const;

/** A mark with what is known alone. */
export function knownOf(marked: Attendance): Attendance {
  const given = markFields.filter((field) => marked[field]).map((field) => [field, marked[field]]);
  return { state: marked.state, ...Object.fromEntries(given) };
}

/** Whether two marks say the same; no mark says that nobody has looked. */
export function isSameMark(one: Attendance | null | undefined, other: Attendance | null | undefined): boolean {
  if (!one || !other) return !one && !other;
  return markFields.every((field) => (one[field] || null) === (other[field] || null));
}
