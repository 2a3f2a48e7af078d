import * as z from 'zod/mini';
import { boolean, instant, int, maybe, paging, string, whenUsed } from '#contract/common.ts';
import { id } from '#contract/id.ts';
import type { Role } from '#contract/role-names.ts';

/**
 * Kinds of notices. The assignee of a task is notified that it was given, changed or taken away, that its deadline is
 * near or over, and of the answer to a report on it; the secretary of a report on their task, of a meeting without a
 * protocol, of a mail about a meeting that a mailbox refused, and of another secretary's work that was handed over to
 * them.
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
  'invitation_refused',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** Everything that a person can be notified of: notices, and the weekly summary, which is only a mail. */
export const notifiableKinds = [...noticeKinds, 'week'] as const;
export type NotifiableKind = (typeof notifiableKinds)[number];

/** Channels of notification: the list in the app, mail, Web Push on the person's devices. */
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

/** The kinds that each role can be notified of; none for an administrator. */
export const kindsOfRole: Record<Role, readonly NotifiableKind[]> = {
  admin: [],
  manager: [...ofAssignees, 'week'],
  secretary: [...ofAssignees, 'report_came', 'protocol_missing', 'work_received', 'invitation_refused'],
  external: ofAssignees,
};

/** Facts of a notice, as they were when it was created. */
export const noticeFacts = z.looseObject({
  /** Title of the task or of the meeting. */
  title: maybe(string),
  due_at: maybe(string),
  was_due_at: maybe(string),
  /** Number of days that a task is overdue. */
  days: maybe(int),
  /** How a task changed for its assignee: `due`, `title`, `cancelled`, `reopened`, or `taken` by somebody else. */
  changes: maybe(z.array(string)),
  protocol_number: maybe(string),
  protocol_title: maybe(string),
  /** Time of the meeting. */
  held_at: maybe(string),
  /** Author of the report, or previous owner of the work. */
  by_name: maybe(string),
  /** State of the report after the answer. */
  state: maybe(string),
  answer: maybe(string),
  /** Amount of work that was handed over; `meetings` also counts those that a refused mail told of. */
  protocols: maybe(int),
  open_tasks: maybe(int),
  meetings: maybe(int),
  /** Whom a refused mail was for, and why it was refused. */
  to_name: maybe(string),
  to_email: maybe(string),
  reason: maybe(string),
});
export type NoticeFacts = z.infer<typeof noticeFacts>;

/** A notice. A kind unknown to this version is shown by its title. `is_gone`: its object was removed. */
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

/** GET /me/notices: newest first. */
export const noticesQuery = z.object({ ...paging.shape });

/** GET /me/notices/count. */
export const noticeCount = whenUsed(() => z.looseObject({ unread: int }));
export type NoticeCount = z.infer<typeof noticeCount>;

/** PUT /me/notices/read: marks these notices, and all up to a moment, as read. */
export const noticesRead = z.looseObject({
  ids: z.optional(z.array(id).check(z.maxLength(100))),
  until: z.optional(instant),
});

/** Turns notification of one kind by one channel on or off. */
const noticeSwitch = z.looseObject({ kind: z.enum(notifiableKinds), channel: z.enum(noticeChannels), is_on: boolean });
export type NoticeSwitch = z.infer<typeof noticeSwitch>;
/** A time of day, HH:MM, in the zone of the organization. */
export const clockHour = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Укажите время, например 22:00'));

/**
 * The kinds that a person is notified of by each channel, and the quiet hours: pushes wait until they end, the list in
 * the app does not. `push_key` is the server's public VAPID key, read-only.
 */
export const noticeSettings = whenUsed(() =>
  z.looseObject({
    app: z.array(z.string()),
    mail: z.array(z.string()),
    push: z.array(z.string()),
    quiet_from: maybe(string),
    quiet_to: maybe(string),
    push_key: maybe(string),
    /** Time zone of the quiet hours. */
    zone: maybe(string),
  }),
);
export type NoticeSettings = z.infer<typeof noticeSettings>;

/** PUT /me/notice-settings: omitted fields stay unchanged. */
export const noticeSettingsUpdate = z.looseObject({
  switches: z.optional(z.array(noticeSwitch).check(z.maxLength(100))),
  quiet_from: maybe(clockHour),
  quiet_to: maybe(clockHour),
});
export type NoticeSettingsUpdate = z.infer<typeof noticeSettingsUpdate>;

/** Default quiet hours at night; by default every kind is on for every channel. */
export const usualQuiet = { from: '22:00', to: '07:00' } as const;

/** A device that receives pushes. `is_this`: it belongs to the session of the request. */
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

/** Maximum number of push devices of a person. */
export const maxPushDevices = 20;

const key = (bytes: number) => {
  const letters = Math.ceil((bytes * 4) / 3);
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${letters}}={0,2}$`), 'Неверный ключ подписки'));
};

/** POST /me/push-devices: a subscription from the browser's PushManager, and a name for the device. */
export const pushDeviceCreate = z.looseObject({
  endpoint: z.string().check(z.maxLength(2_048)),
  keys: z.looseObject({ p256dh: key(65), auth: key(16) }),
  name: maybe(z.string().check(z.trim(), z.maxLength(200))),
});

/** The payload pushed to the service worker: its user, what is shown, and the address that a click opens. */
export const pushMessage = z.looseObject({
  user: z.string(),
  title: z.string(),
  body: maybe(string),
  tag: maybe(string),
  url: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;
