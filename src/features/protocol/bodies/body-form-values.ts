import * as z from 'zod/mini';
import { type Body, type BodyApproval, type BodyNumbering, bodyName } from '#contract/bodies/body.ts';
import { memberKind } from '#contract/bodies/member.ts';
import type { QuorumRule } from '#contract/bodies/quorum.ts';
import { reminders } from '#contract/bodies/reminders.ts';
import { text } from '#contract/common.ts';
import { bodyGenitive } from '#contract/text/genitive.ts';
import { type BodyFields, bodyFields } from '#src/data/body/index.ts';
import { type NamedPerson, unreadName } from '#src/data/person/index.ts';
import { agendaBody, agendaOf, chosenPerson, namedIn, plannedItem } from '../editing/protocol-form.ts';
import { byCount, choiceOf, quorumChoices, unusual } from '../editing/quorum-choices.ts';

const countWords = 'Укажите, сколько человек: от 1 до 10 000';

/** Fields of a body in its form. */
export const bodyForm = z
  .object({
    name: bodyName,
    /** Null while it is derived from the name by rule. */
    name_genitive: z.nullable(text(300)),
    kind: text(200),
    place: text(300),
    members: z.array(z.object({ ...chosenPerson.shape, kind: memberKind, position: z.optional(z.string()) })),
    agenda: z.array(plannedItem),
    /** Value returned by `choiceOf` for the rule. */
    quorum: z.string(),
    quorum_count: z.string(),
    is_own_series: z.boolean(),
    prefix: text(20),
    suffix: text(20),
    approval: z.enum(['usual', 'printed', 'none']),
    approver_position: text(300),
    approver_name: text(200),
    chairman_listed: z.enum(['usual', 'listed', 'none']),
    /** '' for the usual form. */
    template_id: z.string(),
    reminders: z.array(z.enum(reminders)),
  })
  .check(
    z.refine(({ quorum, quorum_count }) => quorum !== byCount || isCount(quorum_count), {
      path: ['quorum_count'],
      error: countWords,
    }),
  );
const listings = [
  ['usual', null],
  ['listed', true],
  ['none', false],
] as const satisfies [string, boolean | null][];
export type BodyForm = z.infer<typeof bodyForm>;

function isCount(typed: string): boolean {
  return /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= 10_000;
}

/** Returns the form of a body. */
export function bodyFormOf(body: Body): BodyForm {
  const fields = bodyFields(body);
  const { numbering, approval } = fields;
  return {
    name: fields.name,
    name_genitive: fields.name_genitive,
    kind: fields.kind ?? '',
    place: fields.place ?? '',
    members: (body.members ?? []).map(({ member_id, kind, name, position }) => ({
      ...{ id: member_id, name: name || unreadName(member_id), kind: kind ?? 'present' },
      ...(position ? { position } : {}),
    })),
    agenda: agendaOf(
      fields.agenda,
      new Map((body.members ?? []).map(({ member_id, name }) => [member_id, name ?? ''])),
    ),
    quorum: choiceOf(fields.quorum),
    quorum_count: fields.quorum?.count ? String(fields.quorum.count) : '',
    is_own_series: numbering?.is_own ?? false,
    prefix: numbering?.prefix ?? '',
    suffix: numbering?.suffix ?? '',
    approval: approval ? (approval.is_printed ? 'printed' : 'none') : 'usual',
    approver_position: approval?.position ?? '',
    approver_name: approval?.name ?? '',
    chairman_listed: listings.find(([, value]) => value === fields.chairman_listed)?.[0] ?? 'usual',
    template_id: fields.template_id ?? '',
    reminders: reminders.filter((each) => fields.reminders?.includes(each) ?? true),
  };
}

/** Returns the form of a new body. */
export function emptyBody(): BodyForm {
  return { ...bodyFormOf({ id: '' }), kind: 'Заседание' };
}

/** Returns the fields of a body from its form. @param before quorum rule to keep where it is none of the choices */
export function fieldsOf(form: BodyForm, before: QuorumRule | null): BodyFields {
  const genitive = form.name_genitive?.trim();
  return {
    name: form.name.trim(),
    name_genitive: genitive && genitive !== bodyGenitive(form.name) ? genitive : null,
    kind: form.kind.trim() || null,
    place: form.place.trim() || null,
    members: form.members.map(({ id, kind }) => ({ member_id: id, kind })),
    // With the names of the speakers: those who are no members are named nowhere else.
    agenda: agendaBody(form.agenda).map((question) => {
      const [speaker] = form.agenda.find(({ id }) => id === question.id)?.speaker ?? [];
      return speaker ? { ...question, speaker_name: speaker.name } : question;
    }),
    quorum: ruleOf(form, before),
    numbering: numberingOf(form),
    approval: approvalOf(form),
    chairman_listed: new Map(listings).get(form.chairman_listed) ?? null,
    template_id: form.template_id || null,
    reminders: form.reminders.length === reminders.length ? null : form.reminders,
  };
}

/** Returns all people named in a form. */
export function peopleIn({ members, agenda }: BodyForm): NamedPerson[] {
  return [...members.map(({ id, name }) => ({ id, name })), ...namedIn({ chairman: [], agenda })];
}

/** Returns the fields that differ. */
export function changedFields(before: BodyFields, now: BodyFields): Partial<BodyFields> {
  const old: Record<string, unknown> = { ...before };
  const changed = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]));
  return Object.fromEntries(changed);
}

export function numberingOf({
  is_own_series,
  prefix,
  suffix,
}: Pick<BodyForm, 'is_own_series' | 'prefix' | 'suffix'>): BodyNumbering | null {
  return is_own_series ? { is_own: true, prefix: prefix.trim() || null, suffix: suffix.trim() || null } : null;
}

function approvalOf({ approval, approver_position, approver_name }: BodyForm): BodyApproval | null {
  if (approval === 'usual') return null;
  if (approval === 'none') return { is_printed: false };
  return { is_printed: true, position: approver_position.trim() || null, name: approver_name.trim() || null };
}

/** @param before the rule as it was when the form was opened */
export function ruleOf(
  { quorum, quorum_count }: Pick<BodyForm, 'quorum' | 'quorum_count'>,
  before: QuorumRule | null,
): QuorumRule | null {
  if (quorum === unusual) return before;
  const rule =
    quorum === byCount ? { count: Number(quorum_count) } : quorumChoices.find(({ value }) => value === quorum)?.rule;
  if (!rule) return null;
  // Whether the secretary votes is not set in this form, so it is kept.
  return before?.with_secretary === undefined ? rule : { ...rule, with_secretary: before.with_secretary };
}
