import { readDayValue, toDayValue } from '#src/format/index.ts';

/** Hour at which a meeting begins if only its day was chosen. */
export const usualHour = 10;

export const meetingViews = ['month', 'week', 'day', 'list'] as const;
export type MeetingView = (typeof meetingViews)[number];

/** The dialog that is open over the calendar. */
export type MeetingDialogPlace =
  | { kind: 'none' }
  | { kind: 'show'; id: string }
  | { kind: 'edit'; id: string }
  /** A queued mutation that waits for the person, opened in its form. */
  | { kind: 'write'; id: string }
  /** `like`: id of a meeting whose values the new one starts with. */
  | { kind: 'new'; start: Date | undefined; end: Date | undefined; like?: string };

export interface MeetingsPlace {
  /** Undefined where the size of the screen decides. */
  view: MeetingView | undefined;
  /** Any day of the shown range. */
  date: Date;
  /** Id of the commission or department whose meetings are shown; undefined for all. */
  body?: string | undefined;
  dialog: MeetingDialogPlace;
}

/**
 * Reads `?view=`, `?date=`, `?body_id=` and the open dialog: `?meeting=`, with `&edit=1`, `?write=`, or `?new=`, with
 * `&like=`. Invalid values are ignored.
 */
export function readPlace(query: URLSearchParams, now = new Date()): MeetingsPlace {
  const view = meetingViews.find((known) => known === query.get('view'));
  return {
    view,
    date: readDayValue(query.get('date')) ?? startOfDay(now),
    body: query.get('body_id') || undefined,
    dialog: readDialog(query),
  };
}

/** The address of a place; today and no dialog need no words. */
export function placeAddress(place: MeetingsPlace, now = new Date()): string {
  const query = new URLSearchParams();
  if (place.view) query.set('view', place.view);
  if (toDayValue(place.date) !== toDayValue(now)) query.set('date', toDayValue(place.date));
  const { dialog, body } = place;
  if (body) query.set('body_id', body);
  if (dialog.kind === 'show' || dialog.kind === 'edit') query.set('meeting', dialog.id);
  if (dialog.kind === 'edit') query.set('edit', '1');
  if (dialog.kind === 'write') query.set('write', dialog.id);
  if (dialog.kind === 'new') query.set('new', writeSpan(dialog));
  if (dialog.kind === 'new' && dialog.like) query.set('like', dialog.like);
  const text = query.toString();
  return text ? `?${text}` : '';
}

function readDialog(query: URLSearchParams): MeetingDialogPlace {
  const id = query.get('meeting');
  if (id) return { kind: query.get('edit') ? 'edit' : 'show', id };
  const write = query.get('write');
  if (write) return { kind: 'write', id: write };
  const span = query.get('new');
  if (span === null) return { kind: 'none' };
  const [start, end] = span.split('/').map(readMoment);
  const like = query.get('like');
  return { kind: 'new', start, end: start && end && end > start ? end : undefined, ...(like ? { like } : {}) };
}

function writeSpan({ start, end }: { start: Date | undefined; end: Date | undefined }): string {
  if (!start) return '1';
  return [start, ...(end ? [end] : [])].map(writeMoment).join('/');
}

/** Formats a date as YYYY-MM-DDTHH:MM in local time. */
function writeMoment(date: Date): string {
  const clock = [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
  return `${toDayValue(date)}T${clock}`;
}

function readMoment(text: string): Date | undefined {
  const found = /^(\d{4}-\d\d-\d\d)(?:T(\d\d):(\d\d))?$/.exec(text);
  const date = readDayValue(found?.[1]);
  if (date) date.setHours(Number(found?.[2] ?? usualHour), Number(found?.[3] ?? 0));
  return date;
}

function startOfDay(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}
