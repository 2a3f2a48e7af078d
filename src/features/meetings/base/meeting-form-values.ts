import * as z from 'zod/mini';
import { instant } from '#contract/common.ts';
import { guestFields } from '#contract/invitation.ts';
import { type Meeting, meetingCreate } from '#contract/meeting.ts';
import { holidayChoices } from '#contract/meeting-series.ts';
import { personName } from '#src/data/person/index.ts';
import { instantOf, knownInstant } from '#src/ui/index.ts';
import { rememberedChoice } from './invite-choice.ts';
import { soon } from './meeting-times.ts';

const { title, description, place, link } = meetingCreate.shape;
const longestDays = 31;

const person = z.object({ id: z.string(), name: z.string() });
const guest = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type TypedGuest = z.infer<typeof guest>;
/** How the meetings repeat: a rule of RFC 5545, and what becomes of days off; null where it is one meeting. */
const repeat = z.nullable(
  z.object({
    rule: z.string(),
    holidays: z.enum(holidayChoices),
    /** Whether it is set by hand, though a usual rule may be the same. */
    isCustom: z.optional(z.boolean()),
    /** What is typed for a number of the rule and is none: the rule keeps the last one, and the form waits. */
    typed: z.optional(
      z
        .object({ interval: z.optional(z.string()), count: z.optional(z.string()) })
        .check(z.refine((texts) => Object.keys(texts).length === 0, { error: 'Введите число' })),
    ),
  }),
);
export type RepeatValue = NonNullable<z.infer<typeof repeat>>;
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
    /** People without an account, as they are typed; a row without a word is none. */
    guests: z.array(guest).check(({ value, issues }) => {
      for (const fault of guestFaults(value)) issues.push({ code: 'custom', input: value, ...fault });
    }),
    /** Whether mails are to be written once it is saved. */
    invites: z.boolean(),
    repeat,
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

/** What is wrong with typed guests, by the path of the field. */
function guestFaults(guests: readonly TypedGuest[]): { path: (string | number)[]; message: string }[] {
  const seen = new Set<string>();
  return guests.flatMap((each, index) => {
    if (isBlank(each)) return [];
    const faults = (['name', 'email'] as const).flatMap((name) => {
      const message = z.safeParse(guestFields[name], each[name]).error?.issues[0]?.message;
      return message ? [{ path: [index, name], message }] : [];
    });
    const email = each.email.trim().toLowerCase();
    const isRepeated = seen.has(email) && faults.length === 0;
    seen.add(email);
    return isRepeated ? [{ path: [index, 'email'], message: 'Этот e-mail уже указан у другого гостя' }] : faults;
  });
}

const isBlank = ({ name, email }: TypedGuest) => name.trim() === '' && email.trim() === '';

/** The guests without empty rows, trimmed. */
export function namedGuests(guests: readonly TypedGuest[]): TypedGuest[] {
  return guests
    .filter((each) => !isBlank(each))
    .map(({ id, name, email }) => ({ id, name: name.trim(), email: email.trim() }));
}

/** Whether mails are written once it is saved: that was chosen, there is somebody to tell, and the meeting is not over. */
export function willInvite({ invites, ...form }: MeetingForm, organizerId: string | undefined, now?: number): boolean {
  return invites && mayInvite(form, organizerId, now);
}

/** Whether there is anybody beside the organizer to be told of a meeting that is not over. */
export function mayInvite(
  { participants, guests, end_at }: Pick<MeetingForm, 'participants' | 'guests' | 'end_at'>,
  organizerId: string | undefined,
  now = Date.now(),
): boolean {
  const isAhead = end_at === null || !(Date.parse(end_at) <= now);
  const others = participants.filter(({ id }) => id !== organizerId);
  return isAhead && others.length + namedGuests(guests).length > 0;
}

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
    guests: (meeting.guests ?? []).map(({ id, name, email }) => ({ id, name, email })),
    invites: rememberedChoice(meeting.invitations ? 'notify' : 'invite'),
    repeat: meeting.series ? { rule: meeting.series.rule, holidays: meeting.series.holidays } : null,
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
    guests: [],
    invites: rememberedChoice('invite'),
    repeat: null,
  };
}

/** A new meeting as another one was, at these times; its files, and its series, stay with that one. */
export function formLike(
  meeting: Meeting,
  { start_at, end_at }: Pick<MeetingForm, 'start_at' | 'end_at'>,
): MeetingForm {
  return { ...formOf(meeting), start_at, end_at, repeat: null };
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
    guests: namedGuests(form.guests),
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

/** Whether how the meetings repeat was changed by hand. */
export function isRepeatChanged({ repeat: before }: MeetingForm, { repeat: after }: MeetingForm): boolean {
  return before?.rule !== after?.rule || before?.holidays !== after?.holidays;
}

function lasts(start: string | null, end: string | null): number {
  // Where one of them is missing its own field says so.
  return start && end ? Date.parse(end) - Date.parse(start) : 1;
}
