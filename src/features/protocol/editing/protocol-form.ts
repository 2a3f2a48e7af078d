import * as z from 'zod/mini';
import type { BodyQuestion } from '#contract/bodies/body.ts';
import { memberKind } from '#contract/bodies/member.ts';
import { quorumRule } from '#contract/bodies/quorum.ts';
import { instant, maybe, requiredText, text } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import { type Protocol, type ProtocolUpdate, typedNumber } from '#contract/protocols/protocol.ts';
import { type NamedPerson, unreadName } from '#src/data/person/index.ts';
import type { NewProtocol, NewProtocolFields } from '#src/data/protocol/index.ts';
import { instantOf, knownInstant } from '#src/ui/index.ts';

/** Kinds of meetings, as the printed protocol names them. */
export const meetingKinds = ['Совещание', 'Заседание', 'Собрание', 'Планёрка', 'Конференция'];

export const chosenPerson = z.object({ id: z.string(), name: z.string() });

/** A participant with the kind that the body gives them; one chosen by hand has none and is present. */
export const chosenMember = z.object({
  ...chosenPerson.shape,
  kind: z.optional(memberKind),
  /** Expected absence by the answer to an invitation: the reason as far as it was given. */
  absence: z.optional(z.string()),
  /** Whether this is a guest of the meeting, who has no account and is known by name only. */
  isGuest: z.optional(z.boolean()),
});
export type ChosenMember = z.infer<typeof chosenMember>;

/** Whether the member has an account; a guest is known by name only. */
export function isUser({ isGuest }: ChosenMember): boolean {
  return !isGuest;
}

/** Id of a speaker who has no account and is known by name only. */
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
  /** Quorum rule of the body, copied when the body is chosen. */
  quorum: z.optional(z.nullable(quorumRule)),
  chairman: z.array(chosenPerson),
};

/** The fields that can show an error of the server. */
export const headFieldNames = Object.keys(headFields) as (keyof typeof headFields)[];
/** Names in the API of the fields that have another name in the form. */
export const serverNames = { chairman: 'chairman_id' } as const;

/** Fields of a protocol's head in the form. */
export const headForm = z.object(headFields).check(endsAfterStart());
export type HeadForm = z.infer<typeof headForm>;

/** An item of a planned agenda. */
export const plannedItem = z.object({ id: z.string(), title: text(10_000), speaker: z.array(chosenPerson) }).check(
  z.refine(({ title, speaker }) => title !== '' || speaker.length === 0, {
    path: ['title'],
    error: 'Поле обязательно для заполнения',
  }),
);

/** Fields of a new protocol: its head, the planned agenda, the members. */
export const newProtocolForm = z
  .object({ ...headFields, agenda: z.array(plannedItem), members: z.array(chosenMember) })
  .check(endsAfterStart());
export type NewProtocolForm = z.infer<typeof newProtocolForm>;

/**
 * Returns an empty form for today at the current hour, with the local UTC offset, on which its year and documents
 * depend.
 */
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

/** Returns the head of a protocol as its form shows it; the caller looks up the chairman's name. */
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

/** Returns the API body of a head; empty fields are null, so that they can be cleared. */
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

/** Returns the fields of a new protocol, without the empty ones. */
export function newFields(form: HeadForm & Pick<NewProtocolForm, 'agenda'>): NewProtocolFields {
  const agenda = agendaBody(form.agenda);
  const filled = Object.entries(headBody(form)).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(filled), title: form.title, ...(agenda.length > 0 ? { agenda } : {}) };
}

/** Returns the people whom a new protocol names besides its members. */
export function namedIn({ chairman, agenda }: Pick<NewProtocolForm, 'chairman' | 'agenda'>): NamedPerson[] {
  return [...chairman, ...agenda.flatMap(({ speaker }) => speaker)].filter((person) => person.id !== nameOnly);
}

/** Returns the form of a new protocol that waits on this device. */
export function formOfNew({ fields, people }: NewProtocol): HeadForm & Pick<NewProtocolForm, 'agenda'> {
  const names = new Map(people.map((person) => [person.id, person.name]));
  const head = headOf({ ...fields, id: '', stage: 'no_video' }, names.get(fields.chairman_id ?? ''));
  return { ...head, agenda: agendaOf(fields.agenda ?? [], names) };
}

/** Returns questions as the form of a planned agenda shows them. */
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

/** Returns the planned agenda in the form of the API, without empty rows. */
export function agendaBody(agenda: NewProtocolForm['agenda']) {
  return agenda
    .filter(({ title }) => title !== '')
    .map(({ id: itemId, title, speaker }) => ({
      id: z.parse(id, itemId),
      title,
      ...(speaker[0] ? speakerBody(speaker[0]) : {}),
    }));
}

/** Returns a speaker in the form of the API: a user, or somebody known by name only. */
export function speakerBody({ id: userId, name }: z.infer<typeof chosenPerson>) {
  return userId === nameOnly ? { speaker_name: name } : { speaker_id: userId };
}

/** Checks the same rule as the server, so that the error is shown while the form is open. */
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
