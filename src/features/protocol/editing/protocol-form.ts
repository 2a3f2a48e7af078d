import * as z from 'zod/mini';
import type { BodyQuestion } from '#contract/body.ts';
import { instant, maybe, requiredText, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { memberKind } from '#contract/member.ts';
import { type Protocol, type ProtocolUpdate, typedNumber } from '#contract/protocol.ts';
import { quorumRule } from '#contract/quorum.ts';
import { type NamedPerson, unreadName } from '#src/data/person/index.ts';
import type { NewProtocol, NewProtocolFields } from '#src/data/protocol/index.ts';
import { instantOf, knownInstant } from '#src/ui/index.ts';

/** The kind of meeting, as the printed protocol names it. */
export const meetingKinds = ['Совещание', 'Заседание', 'Собрание', 'Планёрка', 'Конференция'];

export const chosenPerson = z.object({ id: z.string(), name: z.string() });

/** Somebody who takes part, as the body has it; who is chosen by hand is present. */
export const chosenMember = z.object({
  ...chosenPerson.shape,
  kind: z.optional(memberKind),
  /** Expected to be absent, by the answer to an invitation: why, as far as that was said. */
  absence: z.optional(z.string()),
  /** A guest of the meeting: of no account, only the name is known. */
  isGuest: z.optional(z.boolean()),
});
export type ChosenMember = z.infer<typeof chosenMember>;

/** Whether somebody can be named by an account: of a guest only the name is known. */
export function isUser({ isGuest }: ChosenMember): boolean {
  return !isGuest;
}

/** A speaker of whom only the name is known is no user: this stands where the id of one does. */
export const nameOnly = 'name-only';

const headFields = {
  title: requiredText(10_000),
  number: typedNumber,
  kind: text(200),
  held_at: maybe(instant),
  ended_at: maybe(instant),
  place: text(300),
  organization: text(300),
  meeting_id: z.string(),
  body_id: z.optional(z.string()),
  /** The rule of the body, copied with its choice. */
  quorum: z.optional(z.nullable(quorumRule)),
  chairman: z.array(chosenPerson),
};

/** The fields that can show an error of the server. */
export const headFieldNames = Object.keys(headFields) as (keyof typeof headFields)[];
/** Fields that have another name in the API than in the form. */
export const serverNames = { chairman: 'chairman_id' } as const;

/** The fields of a protocol's head as they are typed. */
export const headForm = z.object(headFields).check(endsAfterStart());
export type HeadForm = z.infer<typeof headForm>;

/** A question of an agenda to come. */
export const plannedItem = z.object({ id: z.string(), title: text(10_000), speaker: z.array(chosenPerson) }).check(
  z.refine(({ title, speaker }) => title !== '' || speaker.length === 0, {
    path: ['title'],
    error: 'Поле обязательно для заполнения',
  }),
);

/** The fields of a new protocol: its head, the planned agenda, who takes part. */
export const newProtocolForm = z
  .object({ ...headFields, agenda: z.array(plannedItem), members: z.array(chosenMember) })
  .check(endsAfterStart());
export type NewProtocolForm = z.infer<typeof newProtocolForm>;

/** Today, at the hour that has begun: with the offset of the clock here, by which its year and its documents go. */
export function emptyForm(): NewProtocolForm {
  const now = new Date();
  now.setMinutes(0, 0, 0);
  return {
    title: '',
    number: '',
    kind: '',
    held_at: instantOf(now),
    ended_at: null,
    place: '',
    organization: '',
    meeting_id: '',
    body_id: '',
    quorum: null,
    chairman: [],
    agenda: [],
    members: [],
  };
}

/** The head of a protocol as its form shows it; the chairman's name is looked up by the caller. */
export function headOf(protocol: Protocol, chairmanName: string | undefined): HeadForm {
  const { chairman_id } = protocol;
  return {
    title: protocol.title ?? '',
    number: String(protocol.number ?? ''),
    kind: protocol.kind ?? '',
    held_at: knownInstant(protocol.held_at),
    ended_at: knownInstant(protocol.ended_at),
    place: protocol.place ?? '',
    organization: protocol.organization ?? '',
    meeting_id: protocol.meeting_id ?? '',
    body_id: protocol.body_id ?? '',
    quorum: protocol.quorum ?? null,
    chairman: chairman_id ? [{ id: chairman_id, name: chairmanName ?? unreadName(chairman_id) }] : [],
  };
}

/** The body that a head makes; what is empty is null, so that it can be taken away. */
export function headBody(form: HeadForm) {
  return {
    title: form.title,
    number: form.number || null,
    kind: form.kind || null,
    held_at: form.held_at || null,
    ended_at: form.ended_at || null,
    place: form.place || null,
    organization: form.organization || null,
    meeting_id: form.meeting_id || null,
    body_id: form.body_id || null,
    quorum: form.quorum ?? null,
    chairman_id: form.chairman[0]?.id ?? null,
  } satisfies ProtocolUpdate;
}

/** The fields of a new protocol, without the empty ones. */
export function newFields(form: HeadForm & Pick<NewProtocolForm, 'agenda'>): NewProtocolFields {
  const agenda = agendaBody(form.agenda);
  const filled = Object.entries(headBody(form)).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), title: form.title, ...(agenda.length > 0 ? { agenda } : {}) };
}

/** The people whom a new protocol names, beside its members. */
export function namedIn({ chairman, agenda }: Pick<NewProtocolForm, 'chairman' | 'agenda'>): NamedPerson[] {
  return [...chairman, ...agenda.flatMap(({ speaker }) => speaker)].filter((person) => person.id !== nameOnly);
}

/** A protocol that waits on this device, in the form that it came from. */
export function formOfNew({ fields, people }: NewProtocol): HeadForm & Pick<NewProtocolForm, 'agenda'> {
  const names = new Map(people.map((person) => [person.id, person.name]));
  const head = headOf({ ...fields, id: '', stage: 'no_video' }, names.get(fields.chairman_id ?? ''));
  return { ...head, agenda: agendaOf(fields.agenda ?? [], names) };
}

/** Questions as the form of a planned agenda shows them. */
export function agendaOf(
  questions: readonly BodyQuestion[],
  names: ReadonlyMap<string, string>,
): NewProtocolForm['agenda'] {
  return questions.map(({ id: itemId, title, speaker_id, speaker_name }) => ({
    id: itemId,
    title: title ?? '',
    speaker: speaker_id
      ? [{ id: speaker_id, name: names.get(speaker_id) || (speaker_name ?? unreadName(speaker_id)) }]
      : speaker_name
        ? [{ id: nameOnly, name: speaker_name }]
        : [],
  }));
}

/** The planned agenda as the API takes it, without empty rows. */
export function agendaBody(agenda: NewProtocolForm['agenda']) {
  return agenda
    .filter(({ title }) => title !== '')
    .map(({ id: itemId, title, speaker }) => ({
      id: z.parse(id, itemId),
      title,
      ...(speaker[0] ? speakerBody(speaker[0]) : {}),
    }));
}

/** A speaker as the API takes one: a user, or somebody of whom only the name is known. */
export function speakerBody({ id: userId, name }: z.infer<typeof chosenPerson>) {
  return userId === nameOnly ? { speaker_name: name } : { speaker_id: userId };
}

/** The server's own rule: what it would refuse is shown while the form is open. */
function endsAfterStart<T extends { held_at?: string | null | undefined; ended_at?: string | null | undefined }>() {
  return z.refine<T>(
    ({ held_at, ended_at }) => !held_at || !ended_at || new Date(ended_at).getTime() > new Date(held_at).getTime(),
    { path: ['ended_at'], error: 'Конец должен быть позже начала' },
  );
}

/** Returns the changed fields of the head: only they are sent, so that no other person's change is undone. */
export function changedHead(before: HeadForm, now: HeadForm): Partial<ReturnType<typeof headBody>> {
  const old: Record<string, unknown> = headBody(before);
  const isOther = (name: string, value: unknown) => JSON.stringify(value) !== JSON.stringify(old[name]);
  return Object.fromEntries(Object.entries(headBody(now)).filter(([name, value]) => isOther(name, value)));
}
