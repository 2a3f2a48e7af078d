import * as z from 'zod/mini';
import { attendance, attendanceWritten } from './attendance.ts';
import { absentIfOdd, maybe, requiredText, string, text } from './common.ts';
import { id } from './id.ts';

export const memberKinds = ['chairman', 'secretary', 'present', 'invited', 'absent'] as const;
export const memberKind = z.enum(memberKinds);
export type MemberKind = z.infer<typeof memberKind>;

export const memberKindWords: Record<MemberKind, string> = {
  chairman: 'Председательствующий',
  secretary: 'Секретарь',
  present: 'Присутствовали',
  invited: 'Приглашённые',
  absent: 'Отсутствовали',
};

/** As what one person takes part. */
export const oneMemberWords: Record<MemberKind, string> = {
  chairman: 'Председательствующий',
  secretary: 'Секретарь',
  present: 'Присутствует',
  invited: 'Приглашён',
  absent: 'Отсутствует',
};

/**
 * A member of a protocol: `member_id` is the user, `id` the row (design.md §3). Somebody who is no user has neither an
 * account nor an address: only the row, and a name.
 */
export const member = z.looseObject({
  id: z.optional(id),
  member_id: maybe(id),
  name: maybe(string),
  position: maybe(string),
  organization: maybe(string),
  kind: maybe(z.catch(z.nullable(memberKind), null)),
  attendance: absentIfOdd(attendance),
});
export type Member = z.infer<typeof member>;

type Named = { id: string; name: string };

/** The members who are users, under their names: who can be asked for a task. */
export function usersAmong(members: readonly Member[] | null | undefined): Named[] {
  return (members ?? []).flatMap(({ member_id, name }) => (member_id && name ? [{ id: member_id, name }] : []));
}

/** All members that have a name, told apart by their rows where they are no users. */
export function namedAmong(members: readonly Member[] | null | undefined): Named[] {
  return (members ?? []).flatMap(({ id: row, member_id, name }) =>
    name ? [{ id: member_id ?? row ?? name, name }] : [],
  );
}

/** The name of somebody who is no user. */
export const memberName = requiredText(300);

/**
 * POST /protocols/{id}/members: a second chairman or secretary takes the place of the first, who is then `present`.
 * Who is there already under another kind takes part under this one from then. Without a `member_id` it is somebody who
 * is no user, by `name`; beside one the name is of no account.
 */
export const memberCreate = z
  .looseObject({
    id: z.optional(id),
    member_id: maybe(id),
    name: maybe(text(300)),
    kind: z.optional(memberKind),
    position: maybe(text(200)),
    organization: maybe(text(300)),
  })
  .check(
    z.refine(({ member_id, name }) => Boolean(member_id) || memberName.safeParse(name).success, {
      path: ['member_id'],
      error: 'Поле обязательно для заполнения',
    }),
  );

/**
 * PUT /protocols/members/{memberId}: as what they take part, and how the roll call marks them; null takes a mark away.
 * `attendance_before` is the mark that stood there when this one was made: where somebody has made another one since, the
 * answer is a 409 with the member as it is. Without it the later mark holds.
 */
export const memberUpdate = z
  .looseObject({
    kind: z.optional(memberKind),
    attendance: maybe(attendanceWritten),
    attendance_before: maybe(attendance),
  })
  .check(
    z.refine(({ kind, attendance: marked }) => kind !== undefined || marked !== undefined, {
      path: ['kind'],
      error: 'Поле обязательно для заполнения',
    }),
  );
