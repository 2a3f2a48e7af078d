import * as z from 'zod/mini';
import { boolean, int, maybe, requiredText, string, text, whenUsed } from './common.ts';
import { id } from './id.ts';
import { memberKind } from './member.ts';
import { reminders } from './notice.ts';
import { quorumRule } from './quorum.ts';

/** So many a secretary may have: their list is one page. */
export const mostBodies = 100;
/** So many people a body may have. */
export const mostBodyMembers = 1_000;

/** One of its people. `name` and `position` are the user's and read only; one of them at most is `chairman`. */
export const bodyMember = z.looseObject({
  member_id: id,
  kind: maybe(z.catch(z.nullable(memberKind), null)),
  name: maybe(string),
  position: maybe(string),
});
export type BodyMember = z.infer<typeof bodyMember>;

/** A question that its meetings usually have. */
export const bodyQuestion = z.looseObject({
  id,
  title: maybe(string),
  speaker_id: maybe(id),
  speaker_name: maybe(string),
});
export type BodyQuestion = z.infer<typeof bodyQuestion>;

/**
 * Whether its protocols are numbered by themselves within the year (`is_own`), and what stands before and after the number
 * then: «К-12», «12-К».
 */
export const bodyNumbering = z.looseObject({
  is_own: maybe(boolean),
  prefix: maybe(text(20)),
  suffix: maybe(text(20)),
});
export type BodyNumbering = z.infer<typeof bodyNumbering>;

/** Whether its protocols are printed with «УТВЕРЖДАЮ» and by whom; without this, as the organization's are. */
export const bodyApproval = z.looseObject({ is_printed: boolean, position: maybe(text(300)), name: maybe(text(200)) });
export type BodyApproval = z.infer<typeof bodyApproval>;

/** What is printed of a body in its protocols. */
const printed = {
  name: maybe(string),
  /** The name in the genitive, for «заседания …»; made by rule where nobody gave it. */
  name_genitive: maybe(string),
  approval: maybe(bodyApproval),
  /** Whether who presided stands among those present, too; without this, as in the organization. */
  chairman_listed: maybe(boolean),
};

/** A body as a protocol embeds it: what its documents print, kept with what was signed off. */
export const bodyInPrint = z.looseObject({
  id,
  ...printed,
  /** By which its protocols are written as DOCX today: read only. */
  template: maybe(z.looseObject({ id, name: z.string() })),
});
export type BodyInPrint = z.infer<typeof bodyInPrint>;

/** A commission, a committee, a department that meets: a record of its secretary. */
export const body = whenUsed(() =>
  z.looseObject({
    id,
    ...printed,
    /** What a meeting of it is called: «Заседание». */
    kind: maybe(string),
    place: maybe(string),
    members: maybe(z.array(bodyMember)),
    chairman_id: maybe(id),
    agenda: maybe(z.array(bodyQuestion)),
    quorum: maybe(quorumRule),
    numbering: maybe(bodyNumbering),
    /** The template of its DOCX; without one, the usual form. */
    template_id: maybe(id),
    /** Which days of its tasks their assignees are reminded of; without this, all. */
    reminders: maybe(z.array(string)),
    version: maybe(int),
  }),
);
export type Body = z.infer<typeof body>;

/** GET /bodies/{id}/last-agenda: the questions of its last protocol; none where it has no protocol yet. */
export const lastAgenda = whenUsed(() =>
  z.looseObject({
    protocol_id: maybe(id),
    title: maybe(string),
    held_at: maybe(string),
    questions: z.array(bodyQuestion),
  }),
);
export type LastAgenda = z.infer<typeof lastAgenda>;

const fields = {
  name_genitive: maybe(text(300)),
  kind: maybe(text(200)),
  place: maybe(text(300)),
  members: z.optional(
    z
      .array(z.looseObject({ member_id: id, kind: z.optional(memberKind) }))
      .check(z.maxLength(mostBodyMembers, `Не больше ${mostBodyMembers.toLocaleString('ru')} человек`)),
  ),
  agenda: z.optional(
    z
      .array(z.looseObject({ id, title: text(10_000), speaker_id: maybe(id), speaker_name: maybe(text(300)) }))
      .check(z.maxLength(1_000)),
  ),
  quorum: maybe(quorumRule),
  numbering: maybe(bodyNumbering),
  approval: maybe(bodyApproval),
  chairman_listed: maybe(boolean),
  template_id: maybe(id),
  reminders: maybe(z.array(z.enum(reminders)).check(z.maxLength(reminders.length))),
};
/** A name is one line of a heading. */
export const bodyName = requiredText(300);

/** POST /bodies: the client's UUIDv7 is kept as the id. */
export const bodyCreate = z.looseObject({ ...fields, id: z.optional(id), name: bodyName });
export type BodyCreate = z.infer<typeof bodyCreate>;

/** PUT /bodies/{id}: what is not named stays; a stale `version` is answered 409. */
export const bodyUpdate = z.looseObject({ ...fields, name: z.optional(bodyName), version: z.optional(z.int()) });
export type BodyUpdate = z.infer<typeof bodyUpdate>;

/** The number of a protocol as its body writes it. */
export function numberOf(numbering: BodyNumbering | null | undefined, number: number): string {
  return numbering?.is_own ? `${numbering.prefix ?? ''}${number}${numbering.suffix ?? ''}` : String(number);
}
