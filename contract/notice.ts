import * as z from 'zod/mini';
import { boolean, instant, int, maybe, paging, string, whenUsed } from './common.ts';
import { id } from './id.ts';
import type { Role } from './role-names.ts';

/**
 * What people are told of. Of a task its assignee: that it is given, changed or taken away, that its day is near or over,
 * and what became of a report on it; the secretary of a report on their task, of a meeting that has no protocol, and of
 * another secretary's work that is theirs now.
 */
export const noticeKinds = [
  'task_given',
  'task_changed',
  'task_due_3',
  'task_due_1',
  'task_overdue',
  'report_answered',
  'report_came',
  'protocol_missing',
  'work_received',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** What a person can be told of: notices, and the summary of a week, which is a mail and nothing else. */
export const notifiableKinds = [...noticeKinds, 'week'] as const;
export type NotifiableKind = (typeof notifiableKinds)[number];

/** How a person is told: in the list of the app, by mail, by Web Push on their devices. */
export const noticeChannels = ['app', 'mail', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

const ofAssignees = [
  'task_given',
  'task_changed',
  'task_due_3',
  'task_due_1',
  'task_overdue',
  'report_answered',
] as const;

/** What each role can be told of; an administrator of nothing. */
export const kindsOfRole: Record<Role, readonly NotifiableKind[]> = {
  admin: [],
  manager: [...ofAssignees, 'week'],
  secretary: [...ofAssignees, 'report_came', 'protocol_missing', 'work_received'],
  external: ofAssignees,
};

/** Reminders of the day of a task, which its body may do without. */
export const reminders = ['due_3', 'due_1', 'overdue'] as const;
export type Reminder = (typeof reminders)[number];

/** How a task was changed for whoever has it: another deadline, other words, cancelled, or not theirs any more. */
export const taskChanges = ['due', 'title', 'cancelled', 'taken'] as const;

/** What a notice tells, as it was then. */
export const noticeFacts = z.looseObject({
  /** Of the task, or of the meeting. */
  title: maybe(string),
  due_at: maybe(string),
  was_due_at: maybe(string),
  /** Days that a task is overdue. */
  days: maybe(int),
  changes: maybe(z.array(string)),
  protocol_number: maybe(string),
  protocol_title: maybe(string),
  /** When the meeting was. */
  held_at: maybe(string),
  /** Who reported, or whose work it was. */
  by_name: maybe(string),
  /** What a report was answered with. */
  state: maybe(string),
  answer: maybe(string),
  /** How much of another's work came. */
  protocols: maybe(int),
  open_tasks: maybe(int),
  meetings: maybe(int),
});
export type NoticeFacts = z.infer<typeof noticeFacts>;

/** A notice. A kind that this version does not know is shown by its title. `is_gone`: what it tells of was removed. */
export const notice = whenUsed(() =>
  z.looseObject({
    id,
    kind: z.string(),
    facts: noticeFacts,
    task_id: maybe(id),
    protocol_id: maybe(id),
    meeting_id: maybe(id),
    is_gone: maybe(boolean),
    created_at: string,
    read_at: maybe(string),
  }),
);
export type Notice = z.infer<typeof notice>;

/** GET /me/notices: the newest first. */
export const noticesQuery = z.object({ ...paging.shape });

/** GET /me/notices/count. */
export const noticeCount = whenUsed(() => z.looseObject({ unread: int }));
export type NoticeCount = z.infer<typeof noticeCount>;

/** PUT /me/notices/read: these, and all up to a moment. */
export const noticesRead = z.looseObject({
  ids: z.optional(z.array(id).check(z.maxLength(100))),
  until: z.optional(instant),
});

/** One kind told by one way, or not. */
const noticeSwitch = z.looseObject({ kind: z.enum(notifiableKinds), channel: z.enum(noticeChannels), is_on: boolean });
export type NoticeSwitch = z.infer<typeof noticeSwitch>;
/** An hour of the day, in the zone of the organization. */
export const clockHour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Укажите время, например 22:00'));

/**
 * What a person is told of by which way, and the hours in which devices stay quiet: then pushes wait, the list does not.
 * `push_key` is the server's public key of VAPID, read only.
 */
export const noticeSettings = whenUsed(() =>
  z.looseObject({
    app: z.array(z.string()),
    mail: z.array(z.string()),
    push: z.array(z.string()),
    quiet_from: maybe(string),
    quiet_to: maybe(string),
    push_key: maybe(string),
    /** In whose hours the quiet ones are. */
    zone: maybe(string),
  }),
);
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** PUT /me/notice-settings: what is not named stays. */
export const noticeSettingsUpdate = z.looseObject({
  switches: z.optional(z.array(noticeSwitch).check(z.maxLength(100))),
  quiet_from: maybe(clockHour),
  quiet_to: maybe(clockHour),
});
export type NoticeSettingsUpdate = z.infer<typeof noticeSettingsUpdate>;

/** Before a person has chosen: everything by every way, and quiet nights. */
export const usualQuiet = { from: '22:00', to: '07:00' } as const;

/** A device that notices are pushed to. `is_this`: of the session that asks. */
export const pushDevice = whenUsed(() =>
  z.looseObject({
    id,
    name: maybe(string),
    created_at: maybe(string),
    last_success_at: maybe(string),
    is_this: maybe(boolean),
  }),
);
export type PushDevice = z.infer<typeof pushDevice>;

/** So many devices a person may have. */
export const mostPushDevices = 20;

const key = (bytes: number) => {
  const letters = Math.ceil((bytes * 4) / 3);
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${letters}}={0,2}$`), 'Неверный ключ подписки'));
};

/** POST /me/push-devices: a subscription as the browser's PushManager gives it, and what the device is called. */
export const pushDeviceCreate = z.looseObject({
  endpoint: z.string().check(z.maxLength(2_048)),
  keys: z.looseObject({ p256dh: key(65), auth: key(16) }),
  name: maybe(z.string().check(z.trim(), z.maxLength(200))),
});

/** What the service worker is pushed: for whom it is, what is shown, and where a click leads. */
export const pushMessage = z.looseObject({
  user: z.string(),
  title: z.string(),
  body: maybe(string),
  tag: maybe(string),
  url: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;
