import type { Body, BodyQuestion } from '#contract/bodies/body.ts';
import type { MemberKind } from '#contract/bodies/member.ts';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import { bodyGenitive } from '#contract/text/genitive.ts';
import { unreadName } from '#src/data/person/index.ts';

/** Initial values of a meeting or a protocol of a body. */
interface OfBody {
  /** «Заседание бюджетной комиссии» */
  title: string;
  kind: string;
  place: string;
  members: { id: string; name: string; kind: MemberKind }[];
  chairman: { id: string; name: string }[];
  questions: readonly BodyQuestion[];
  quorum: QuorumRule | null;
}

/** Returns the initial values that a body gives to its meetings and protocols. */
export function meetingOfBody({ name, name_genitive, kind, place, members, agenda, quorum }: Body): OfBody {
  const meetingKind = kind || 'Заседание';
  const people = (members ?? []).map((member) => ({
    id: member.member_id,
    name: member.name || unreadName(member.member_id),
    kind: member.kind ?? ('present' as const),
  }));
  return {
    title: `${meetingKind} ${name_genitive || bodyGenitive(name ?? '')}`.trim(),
    kind: meetingKind,
    place: place ?? '',
    members: people,
    chairman: people
      .filter((person) => person.kind === 'chairman')
      .map(({ id, name: called }) => ({ id, name: called })),
    questions: agenda ?? [],
    quorum: quorum ?? null,
  };
}
