import * as z from 'zod/mini';
import { maybe, string, text } from './common.ts';
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

/** A member of a protocol: `member_id` is the user, `id` the row (design.md §3). */
export const member = z.looseObject({
  id: z.optional(id),
  member_id: id,
  name: maybe(string),
  position: maybe(string),
  organization: maybe(string),
  kind: maybe(z.catch(z.nullable(memberKind), null)),
});
export type Member = z.infer<typeof member>;

/**
 * POST /protocols/{id}/members: a second chairman or secretary takes the place of the first, who is then `present`.
 * Who is there already under another kind takes part under this one from then.
 */
export const memberCreate = z.looseObject({
  id: z.optional(id),
  member_id: id,
  kind: z.optional(memberKind),
  position: maybe(text(200)),
  organization: maybe(text(300)),
});

/** PUT /protocols/members/{memberId}: as what they take part. */
export const memberUpdate = z.looseObject({ kind: memberKind });
