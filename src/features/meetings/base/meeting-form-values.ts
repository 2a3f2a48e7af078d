import * as z from 'zod/mini';
import { emailKey, instant } from '#contract/common.ts';
import { guestFields } from '#contract/meetings/invitation.ts';
import { type Meeting, meetingCreate } from '#contract/meetings/meeting.ts';
import { holidayChoices } from '#contract/meetings/meeting-series.ts';
import { personName } from '#src/data/person/index.ts';
import { instantOf, knownInstant } from '#src/ui/index.ts';
import { soon } from './meeting-times.ts';

const { title, description, place, link } = meetingCreate.shape;
const longestDays = 31;

const person = z.object({ id: z.string(), name: z.string() });
const guest = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type TypedGuest = z.infer<typeof guest>;
/** How the meetings repeat: a rule of RFC 5545 and the handling of days off; null for a single meeting. */
const repeat = z.nullable(
  z.object({
    rule: z.string(),
    holidays: z.enum(holidayChoices),
    /** Whether the rule was set up by hand, even if a usual rule equals it. */
    isCustom: z.optional(z.boolean()),
    /**
     * What was typed for a part of the rule and is invalid, '' for a cleared last day: the rule keeps the last valid
     * value, and the form cannot be saved.
     */
    typed: z.optional(
      z
        .object({ interval: z.optional(z.string()), count: z.optional(z.string()), until: z.optional(z.string()) })
        .check(z.refine((texts) => Object.keys(texts).length === 0, { error: 'Неверное значение' })),
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

/** Fields of a meeting as they are typed; files are kept separately. */
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
    /** People without an account, as they are typed; empty rows are ignored. */
    guests: z.array(guest).check(({ value, issues }) => {
      for (const fault of guestFaults(value)) issues.push({ code: 'custom', input: value, ...fault });
    }),
    /** Whether mails are to be sent after saving. */
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

/** Returns the errors of the typed guests, by the path of the field. */
function guestFaults(guests: readonly TypedGuest[]): { path: (string | number)[]; message: string }[] {
  const seen = new Set<string>();
  return guests.flatMap((each, index) => {
    if (isBlank(each)) return [];
    const faults = (['name', 'email'] as const).flatMap((name) => {
      const message = z.safeParse(guestFields[name], each[name]).error?.issues[0]?.message;
      return message ? [{ path: [index, name], message }] : [];
    });
    const email = emailKey(each.email);
    const isRepeated = seen.has(email) && faults.length === 0;
    seen.add(email);
    return isRepeated ? [{ path: [index, 'email'], message: 'Этот e-mail уже указан у другого гостя' }] : faults;
  });
}

const isBlank = ({ name, email }: TypedGuest) => name.trim() === '' && email.trim() === '';

/** Returns the guests without empty rows, trimmed. */
export function namedGuests(guests: readonly TypedGuest[]): TypedGuest[] {
  return guests
    .filter((each) => !isBlank(each))
    .map(({ id, name, email }) => ({ id, name: name.trim(), email: email.trim() }));
}

/** Whether mails are sent after saving: the person chose it, there is somebody to tell, and the meeting is not over. */
export function willInvite({ invites, ...form }: MeetingForm, organizerId: string | undefined, now?: number): boolean {
  return invites && mayInvite(form, organizerId, now);
}

/** Whether the meeting is not over and there is anybody besides the organizer to tell. */
export function mayInvite(
  { participants, guests, end_at }: Pick<MeetingForm, 'participants' | 'guests' | 'end_at'>,
  organizerId: string | undefined,
  now = Date.now(),
): boolean {
  const isAhead = end_at === null || !(Date.parse(end_at) <= now);
  const others = participants.filter(({ id }) => id !== organizerId);
  return isAhead && others.length + namedGuests(guests).length > 0;
}

/** Returns the form values of a meeting; of its participants only the ids are known. */
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

/** Returns an empty form with one hour from `start`, or from `soon()` without it. */
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

/** Returns a new form with the values of another meeting at these times, but without its files and its series. */
export function formLike(
  meeting: Meeting,
  { start_at, end_at }: Pick<MeetingForm, 'start_at' | 'end_at'>,
): MeetingForm {
  return { ...formOf(meeting), start_at, end_at, repeat: null };
}

/** Returns the request body of a form; empty fields are null, so that the server clears them. */
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

/** Whether the rule or the handling of days off was changed. */
export function isRepeatChanged({ repeat: before }: MeetingForm, { repeat: after }: MeetingForm): boolean {
  return before?.rule !== after?.rule || before?.holidays !== after?.holidays;
}

function lasts(start: string | null, end: string | null): number {
  // A missing start or end is reported at its own field.
  return start && end ? Date.parse(end) - Date.parse(start) : 1;
}

/**
 * Choice whether mails are sent for a new meeting (`invite`), or for a change of one with invited people (`notify`).
 */
type InviteChoice = 'invite' | 'notify';

const keyOf = (choice: InviteChoice) => `meeting-${choice}`;

/** Returns the last choice on this device; false, so that nothing is sent, before the first. */
function rememberedChoice(choice: InviteChoice): boolean {
  try {
    return localStorage.getItem(keyOf(choice)) === 'yes';
  } catch {
    return false;
  }
}

export function rememberChoice(choice: InviteChoice, isOn: boolean): void {
  try {
    localStorage.setItem(keyOf(choice), isOn ? 'yes' : 'no');
  } catch {
    // Without storage, the next form starts without the choice.
  }
}
