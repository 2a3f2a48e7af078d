import * as z from 'zod/mini';
import { instant } from '#contract/common.ts';
import { type Meeting, meetingCreate } from '#contract/meeting.ts';
import { personName } from '#src/data/person/index.ts';
import { instantOf, knownInstant } from '#src/ui/index.ts';
import { soon } from './meeting-times.ts';

const { title, description, place, link } = meetingCreate.shape;
const longestDays = 31;

const person = z.object({ id: z.string(), name: z.string() });
const moment = z
  .nullable(instant)
  .check(z.refine((value) => value !== null, { error: 'Поле обязательно для заполнения' }));

/** The changes of a meeting's files in a form. */
export interface FilesValue {
  added: readonly File[];
  removedIds: readonly string[];
}

/** The fields of a meeting as they are typed; files are kept beside. */
export const meetingForm = z
  .object({
    title,
    description,
    place,
    link,
    start_at: moment,
    end_at: moment,
    participants: z.array(person),
    body_id: z.string(),
  })
  .check(
    z.refine(({ start_at, end_at }) => lasts(start_at, end_at) > 0, {
      path: ['end_at'],
      error: 'Конец должен быть позже начала',
    }),
    z.refine(({ start_at, end_at }) => lasts(start_at, end_at) <= longestDays * 86_400_000, {
      path: ['end_at'],
      error: `Встреча не может длиться больше ${longestDays} дня`,
    }),
  );
export type MeetingForm = z.input<typeof meetingForm>;
export type MeetingBody = ReturnType<typeof bodyOf>;

/** A meeting as its form shows it; only the ids of its participants are known. */
export function formOf(meeting: Meeting): MeetingForm {
  return {
    title: meeting.title ?? '',
    description: meeting.description ?? '',
    place: meeting.place ?? '',
    link: meeting.link ?? '',
    start_at: knownInstant(meeting.start_at),
    end_at: knownInstant(meeting.end_at),
    participants: (meeting.participant_ids ?? []).map((id) => ({ id, name: personName({ id }) })),
    body_id: meeting.body_id ?? '',
  };
}

/** An empty form: an hour from `start`, else soon. */
export function emptyForm(start: Date | undefined, end: Date | undefined): MeetingForm {
  const from = start ?? soon();
  const to = end ?? new Date(from.getTime() + 3_600_000);
  return {
    title: '',
    description: '',
    place: '',
    link: '',
    start_at: instantOf(from),
    end_at: instantOf(to),
    participants: [],
    body_id: '',
  };
}

/** A new meeting as another one was, at these times; its files stay with that one. */
export function formLike(
  meeting: Meeting,
  { start_at, end_at }: Pick<MeetingForm, 'start_at' | 'end_at'>,
): MeetingForm {
  return { ...formOf(meeting), start_at, end_at };
}

/** The body that a form makes; what is empty is null, so that it can be taken away. */
export function bodyOf(form: MeetingForm) {
  return {
    title: form.title.trim(),
    description: form.description?.trim() || null,
    place: form.place?.trim() || null,
    link: form.link?.trim() || null,
    start_at: form.start_at ?? '',
    end_at: form.end_at ?? '',
    participant_ids: form.participants.map(({ id }) => id),
    body_id: form.body_id || null,
  };
}

/** Returns the fields of the body that the person changed; the others keep the server's current values. */
export function changedBody(shown: MeetingForm, form: MeetingForm): Partial<MeetingBody> {
  const before: Record<string, unknown> = bodyOf(shown);
  const changed = Object.entries(bodyOf(form)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed);
}

function lasts(start: string | null, end: string | null): number {
  // Where one of them is missing its own field says so.
  return start && end ? Date.parse(end) - Date.parse(start) : 1;
}
