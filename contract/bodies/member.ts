import * as z from 'zod/mini';
import { absentIfOdd, maybe, requiredText, string, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { attendance, attendanceWritten } from './attendance.ts';

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

/** Words for the kind of a single member. */
export const oneMemberWords: Record<MemberKind, string> = {
  chairman: 'Председательствующий',
  secretary: 'Секретарь',
  present: 'Присутствует',
  invited: 'Приглашён',
  absent: 'Отсутствует',
};

/**
 * A member of a protocol: `member_id` is the user, `id` the row (design.md §3). A member who is not a user has neither
 * an account nor an address: only the row, and a name.
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

/** Returns the members who are users, with their names: they can be assigned tasks. */
export function usersAmong(members: readonly Member[] | null | undefined): Named[] {
  return (members ?? []).flatMap(({ member_id, name }) => (member_id && name ? [{ id: member_id, name }] : []));
}

/** Returns all members that have a name, with the id of the user or, if there is none, of the row. */
export function namedAmong(members: readonly Member[] | null | undefined): Named[] {
  return (members ?? []).flatMap(({ id: row, member_id, name }) =>
    name ? [{ id: member_id ?? row ?? name, name }] : [],
  );
}

/** Name of a member who is not a user. */
export const memberName = requiredText(300);

/**
 * POST /protocols/{id}/members: a second chairman or secretary replaces the first, who becomes `present`. An existing
 * member of another kind gets this kind. Without a `member_id` the member is not a user and has a `name`; with one, the
 * name is ignored.
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
 * PUT /protocols/members/{memberId}: changes the kind and the roll-call mark; null removes a mark. `attendance_before`
 * is the mark that this one replaces: if somebody has set another mark since, the answer is a 409 with the current
 * member. Without it the last write wins.
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
