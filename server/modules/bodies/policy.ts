import type { BodyUpdate } from '#contract/bodies/body.ts';
import type { MemberKind } from '#contract/bodies/member.ts';
import { invalidField } from '#server/platform/problem/index.ts';

export type NamedMember = { member_id: string; kind: MemberKind };

/** Fills in the default kind. Throws a 422 for a person named twice, and for a second chairman or secretary. */
export function checkMembers(members: NonNullable<BodyUpdate['members']>): NamedMember[] {
  const named = members.map(({ member_id, kind = 'present' }) => ({ member_id, kind }));
  if (new Set(named.map(({ member_id }) => member_id)).size < named.length) {
    throw invalidField('members', 'Один человек указан дважды');
  }
  for (const [kind, words] of Object.entries(single)) {
    if (named.filter((member) => member.kind === kind).length > 1) throw invalidField('members', words);
  }
  return named;
}

const single: Partial<Record<MemberKind, string>> = {
  chairman: 'Председатель может быть только один',
  secretary: 'Секретарь может быть только один',
};
