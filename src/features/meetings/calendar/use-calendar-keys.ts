import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { meetingDays } from '#src/data/meeting/index.ts';
import { counted, formatDayInWeek, formatWeekdayNumber, readDayValue, toDayValue } from '#src/format/index.ts';
import { type OwnKeys, useOwnKeys } from '#src/ui/index.ts';
import { CalendarCursor } from './calendar-cursor.ts';
import { type CalendarKeysContext, pressInCalendar } from './calendar-keys.ts';
import { type CalendarStop, clockOf, marks } from './calendar-stops.ts';
import { ReachedDays, shownRange } from './shown-range.ts';

const hint =
  'Стрелки ведут по дням и встречам, Enter открывает встречу или создаёт новую, Alt со стрелками переносит встречу, Alt, Shift и стрелки вверх и вниз меняют её окончание';
const usualSlot = 20;

const help: OwnKeys[] = [
  ['По дням, часам и встречам', '←', '→', '↑', '↓'],
  ['Открыть встречу или создать новую', 'Enter'],
  ['Открыть день', 'Shift+Enter'],
  ['Другой период', 'PageUp', 'PageDown'],
  ['Перенести встречу на день', 'Alt+←', 'Alt+→'],
  ['Перенести на полчаса, в месяце на неделю', 'Alt+↑', 'Alt+↓'],
  ['Встреча короче или длиннее', 'Alt+Shift+↑', 'Alt+Shift+↓'],
].map(([title = '', ...either]) => ({ title, either, group: 'В календаре' }));

/** An element that the calendar reports as mounted. */
interface Mounted {
  el: HTMLElement;
}

interface CalendarKeysInput extends Omit<CalendarKeysContext, 'root' | 'announce'> {
  date: Date;
  meetings: readonly { id: string; start_at?: string | null | undefined; end_at?: string | null | undefined }[];
}

/**
 * Keyboard access to the calendar: one tab stop, from which the arrows lead to days, half hours and meetings. `mounts`
 * are the calendar's mount callbacks, `status` is the element that announces what a key did.
 */
export function useCalendarKeys(root: RefObject<HTMLElement | null>, input: CalendarKeysInput) {
  useOwnKeys(help);
  const status = useRef<HTMLParagraphElement>(null);
  const [cursor] = useState(() => new CalendarCursor({ day: toDayValue(input.date), slot: usualSlot }));
  const [reached] = useState(() => new ReachedDays());

  const { view } = input;
  const day = toDayValue(input.date);
  useEffect(() => {
    if (reached.passes(day)) return;
    const { first, last } = shownRange(view, readDayValue(day) ?? new Date());
    const { stop } = cursor;
    const isShown = stop.day >= toDayValue(first) && stop.day <= toDayValue(last);
    cursor.moveTo(isShown ? stop : { day, slot: stop.slot });
  }, [cursor, reached, view, day]);

  const nameOf = useEffectEvent((stop: CalendarStop) => placeName(stop, input));
  const pressIn = useEffectEvent((element: HTMLElement, event: KeyboardEvent) => {
    if (event.defaultPrevented || !cursor.hears(event.target)) return;
    const announce = (words: string) => {
      if (status.current) status.current.textContent = words;
    };
    const onReach = (date: Date) => {
      reached.ask(toDayValue(date));
      input.onReach(date);
    };
    if (pressInCalendar(event, cursor, { ...input, onReach, root: element, announce })) event.preventDefault();
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const press = (event: KeyboardEvent) => pressIn(element, event);
    // For keys pressed after the focused element was removed; in the capture phase, before the shortcuts of the app.
    const pressNowhere = (event: KeyboardEvent) => event.target === document.body && press(event);
    const stop = cursor.follow(element, (place) => nameOf(place));
    element.addEventListener('keydown', press);
    document.addEventListener('keydown', pressNowhere, true);
    return () => {
      stop();
      element.removeEventListener('keydown', press);
      document.removeEventListener('keydown', pressNowhere, true);
    };
  }, [cursor, root]);

  const mounts = useMemo(() => mountsOf(cursor), [cursor]);
  return { cursor, mounts, status };
}

/** Returns mount callbacks that mark the rendered elements and remove them from the tab order. */
function mountsOf(cursor: CalendarCursor) {
  const leaveToArrows = (element: HTMLElement, mark?: string, value = '') => {
    for (const each of [element, ...element.querySelectorAll('[tabindex="0"]')]) each.setAttribute('tabindex', '-1');
    if (mark) element.setAttribute(mark, value);
    cursor.drawn();
  };
  return {
    viewDidMount: ({ el }: Mounted) => {
      const table = el.matches('[role="table"]') ? el : el.querySelector('[role="table"]');
      table?.setAttribute('role', 'grid');
      table?.setAttribute('aria-description', hint);
    },
    dayHeaderDidMount: ({ el, date, view }: Mounted & { date: Date; view: { type: string } }) => {
      const isDay = !view.type.startsWith('dayGrid');
      if (isDay) el.setAttribute('aria-label', formatDayInWeek(date));
      for (const link of el.querySelectorAll('[tabindex="0"]')) {
        link.setAttribute('tabindex', '-1');
        // The same words as the visible text: the calendar's own label leaves out the weekday.
        if (isDay) link.setAttribute('aria-label', `${formatWeekdayNumber(date)}, открыть день`);
      }
    },
    dayCellDidMount: ({ el, view }: Mounted & { view: { type: string } }) => {
      el.setAttribute('role', 'gridcell');
      if (view.type.startsWith('dayGrid')) leaveToArrows(el, marks.day);
    },
    dayLaneDidMount: ({ el }: Mounted) => {
      el.setAttribute('role', 'gridcell');
      leaveToArrows(el, marks.lane);
    },
    eventDidMount: ({ el, event }: Mounted & { event: { id: string } }) => {
      el.setAttribute(marks.meeting, event.id);
      // In the popover of «ещё N», Tab goes from one meeting to the next.
      if (!el.closest('[role="dialog"]')) leaveToArrows(el);
    },
    moreLinkDidMount: ({ el }: Mounted) => leaveToArrows(el, marks.more),
  };
}

function placeName({ day, slot }: CalendarStop, { view, meetings }: CalendarKeysInput): string {
  const date = readDayValue(day);
  const count = meetings.filter((meeting) => meetingDays(meeting).includes(day)).length;
  const words = count > 0 ? counted(count, 'встреча', 'встречи', 'встреч') : 'встреч нет';
  return [date && formatDayInWeek(date), view === 'month' ? '' : clockOf(slot), words].filter(Boolean).join(', ');
}
