import type { Meeting } from '#contract/meetings/meeting.ts';
import { quotedTitle } from '#src/data/meeting/index.ts';
import { plusDays, readDate, readDayValue, toDayValue, weekOf } from '#src/format/index.ts';
import { keySign } from '#src/ui/index.ts';
import {
  lengthened,
  type MeetingTimes,
  movedByDays,
  movedBySlots,
  slotMs,
  timeFields,
  timeWords,
} from '../base/meeting-times.ts';
import { type MeetingView, usualHour } from '../base/meetings-address.ts';
import type { CalendarCursor } from './calendar-cursor.ts';
import { type CalendarStop, cellOf, clockOf, marks, nextInColumn } from './calendar-stops.ts';
import { stepDate } from './shown-range.ts';

/** The state that the keys of a calendar read, and the actions that they call. */
export interface CalendarKeysContext {
  root: HTMLElement;
  view: Exclude<MeetingView, 'list'>;
  meeting: (id: string) => Meeting | undefined;
  onOpen: (id: string) => void;
  onCreate: (start: Date) => void;
  onOpenDay: (day: Date) => void;
  /** Shows a day that is not shown yet. */
  onReach: (day: Date) => void;
  onNudge: (id: string, times: MeetingTimes) => void;
  announce: (words: string) => void;
}

/** Handles a key press; returns false where the key has no meaning here. */
export function pressInCalendar(event: KeyboardEvent, cursor: CalendarCursor, context: CalendarKeysContext): boolean {
  if (event.ctrlKey || event.metaKey || event.isComposing) return false;
  if (event.altKey) return nudge(event, cursor, context);
  const { stop } = cursor;
  const isOnDay = stop.meeting === undefined && !stop.isMore;
  if (event.key === 'Enter' && event.shiftKey) {
    context.onOpenDay(dayOf(stop));
    return true;
  }
  if (event.shiftKey) return false;
  if (event.key === 'Enter' && stop.meeting !== undefined && !isOnMeeting(event.target)) {
    // The meeting was moved and is not rendered yet: its day has the focus meanwhile.
    context.onOpen(stop.meeting);
    return true;
  }
  // The calendar itself opens a rendered meeting and «ещё N».
  if (keySign(event) === 'n' || (isOnDay && (event.key === 'Enter' || event.key === ' '))) {
    context.onCreate(momentOf(stop, context.view === 'month'));
    return true;
  }
  return walk(event.key, cursor, context);
}

function walk(key: string, cursor: CalendarCursor, context: CalendarKeysContext): boolean {
  const { stop } = cursor;
  const { root, view } = context;
  const isMonth = view === 'month';
  const dayBy = (days: number) => toDayValue(plusDays(dayOf(stop), days));
  const toDay = (day: string) => {
    const slot = stop.meeting === undefined ? stop.slot : slotOf(context.meeting(stop.meeting), stop.day);
    const date = readDayValue(day);
    if (date && !cellOf(root, day)) context.onReach(date);
    cursor.goTo({ day, slot });
    return true;
  };
  const inColumn = (step: 1 | -1) => {
    const next = nextInColumn(root, stop, step, (id, day) => slotOf(context.meeting(id), day));
    if (!next) return isMonth ? toDay(dayBy(7 * step)) : true;
    cursor.goTo(next);
    // The focus stays on the column of the day, so the new time has to be announced.
    if (!isMonth && next.meeting === undefined) context.announce(clockOf(next.slot));
    return true;
  };
  const { first, last } = weekOf(dayOf(stop));
  switch (key) {
    case 'ArrowLeft':
      return toDay(dayBy(-1));
    case 'ArrowRight':
      return toDay(dayBy(1));
    case 'ArrowUp':
      return inColumn(-1);
    case 'ArrowDown':
      return inColumn(1);
    case 'Home':
      return toDay(toDayValue(first));
    case 'End':
      return toDay(toDayValue(last));
    case 'PageUp':
    case 'PageDown':
      return toDay(toDayValue(stepDate(view, dayOf(stop), key === 'PageUp' ? -1 : 1)));
    default:
      return false;
  }
}

/** Moves the meeting by Alt and an arrow, its end by Alt, Shift and an arrow. */
function nudge(event: KeyboardEvent, cursor: CalendarCursor, context: CalendarKeysContext): boolean {
  const { stop } = cursor;
  const isArrow = /^Arrow(Left|Right|Up|Down)$/.test(event.key);
  const meeting = stop.meeting === undefined ? undefined : context.meeting(stop.meeting);
  // Alt and an arrow is «back» or «forward» in browsers; one press too many must not leave the page.
  if (!isArrow || !meeting) return isArrow;
  const title = `Встреча ${quotedTitle(meeting)}`;
  const now = timesOf(meeting);
  if (!now) {
    context.announce(`${title} на весь день: её время меняется в форме`);
    return true;
  }
  const times = nudged(event, now, context.view === 'month');
  if (!times) {
    const isLonger = event.key === 'ArrowDown' && event.shiftKey;
    if (event.shiftKey) context.announce(`${title} не может длиться ${isLonger ? 'дольше' : 'меньше'}`);
    return true;
  }
  context.onNudge(meeting.id, times);
  context.announce(`${title} теперь ${timeWords(timeFields(times))}`);
  const day = toDayValue(times.start);
  if (day !== stop.day) context.onReach(times.start);
  cursor.goTo({ ...stop, day });
  return true;
}

function nudged({ key, shiftKey }: KeyboardEvent, now: MeetingTimes, isMonth: boolean): MeetingTimes | undefined {
  const isBack = key === 'ArrowLeft' || key === 'ArrowUp';
  const step = isBack ? -1 : 1;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  if (shiftKey) return isSideways ? undefined : lengthened(now, step);
  if (isSideways) return movedByDays(now, step);
  return isMonth ? movedByDays(now, 7 * step) : movedBySlots(now, step);
}

/** Returns the times of a meeting; undefined where it lasts whole days or its start is unknown. */
function timesOf({ start_at, end_at }: Meeting): MeetingTimes | undefined {
  const start = start_at?.length === 10 ? undefined : readDate(start_at);
  const end = readDate(end_at);
  return start && { start, end: end && end > start ? end : undefined };
}

/** Returns the half hour of a day in which a meeting begins; the first, if it began on an earlier day. */
function slotOf(meeting: Meeting | undefined, day: string): number {
  const start = readDate(meeting?.start_at);
  const from = readDayValue(day);
  if (!start || !from || start < from) return 0;
  return Math.floor((start.getHours() * 60 + start.getMinutes()) / 30);
}

function isOnMeeting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`[${marks.meeting}]`) !== null;
}

function dayOf({ day }: CalendarStop): Date {
  // The attribute of the calendar is always a valid day.
  return readDayValue(day) ?? new Date();
}

function momentOf(stop: CalendarStop, isMonth: boolean): Date {
  const date = dayOf(stop);
  date.setHours(isMonth ? usualHour : 0, isMonth ? 0 : (stop.slot * slotMs) / 60_000);
  return date;
}
