/** A place in the calendar that the arrow keys can reach: a day, half an hour of it, a meeting, or «ещё N». */
export interface CalendarStop {
  /** YYYY-MM-DD. */
  day: string;
  /** Index of the half hour within the day; kept but unused in a month. */
  slot: number;
  meeting?: string | undefined;
  isMore?: boolean;
}

export const slotsOfDay = 48;

/** Formats a slot as «10:30». */
export function clockOf(slot: number): string {
  return `${String(Math.floor(slot / 2)).padStart(2, '0')}:${slot % 2 === 0 ? '00' : '30'}`;
}

/** The attributes by which the calendar's elements are found. */
export const marks = {
  day: 'data-stop-day',
  lane: 'data-stop-lane',
  meeting: 'data-stop-meeting',
  more: 'data-stop-more',
} as const;

const cells = `[${marks.day}], [${marks.lane}]`;

/** Returns the element of a day: its cell in a month, its column in a week. */
export function cellOf(root: Element, day: string): HTMLElement | null {
  return root.querySelector(`:is(${cells})[data-date="${day}"]`);
}

/** Returns the element of a stop, or of its day where its meeting is not rendered. */
export function elementOf(root: Element, stop: CalendarStop): HTMLElement | null {
  const cell = cellOf(root, stop.day);
  if (stop.isMore) return cell?.querySelector<HTMLElement>(`[${marks.more}]`) ?? cell;
  if (stop.meeting === undefined) return cell;
  const named = `[${marks.meeting}="${CSS.escape(stop.meeting)}"]`;
  const found = [...(cell?.querySelectorAll<HTMLElement>(named) ?? []), ...root.querySelectorAll<HTMLElement>(named)];
  return found.find(isDrawn) ?? cell;
}

/** Returns the stop that an element of the calendar belongs to; undefined if none. */
export function stopAt(element: Element, slot: number): CalendarStop | undefined {
  const day = element.closest('[data-date]')?.getAttribute('data-date');
  if (!day) return undefined;
  const meeting = element.closest(`[${marks.meeting}]`)?.getAttribute(marks.meeting) ?? undefined;
  return { day, slot, meeting, isMore: meeting === undefined && element.closest(`[${marks.more}]`) !== null };
}

/**
 * Returns the next stop upwards or downwards: in a month the same weekday of the neighbouring weeks, in a week the half
 * hours of the day, with the meetings in between. Undefined at the edge of what is shown.
 * @param slotOf returns the half hour of that day in which a meeting begins
 */
export function nextInColumn(
  root: Element,
  stop: CalendarStop,
  step: 1 | -1,
  slotOf: (meeting: string, day: string) => number,
): CalendarStop | undefined {
  const cell = cellOf(root, stop.day);
  if (!cell) return undefined;
  const stops = cell.hasAttribute(marks.lane) ? laneStops(root, cell, stop, slotOf) : monthStops(root, stop);
  const place = stops.findIndex((each) => isSame(each, stop, cell.hasAttribute(marks.lane)));
  return stops[place + step];
}

function monthStops(root: Element, { day, slot }: CalendarStop): CalendarStop[] {
  const all = [...root.querySelectorAll(`[${marks.day}]`)];
  const place = all.findIndex((each) => each.getAttribute('data-date') === day);
  return all
    .filter((_, index) => index % 7 === place % 7)
    .flatMap((cell) => {
      const own = { day: cell.getAttribute('data-date') ?? day, slot };
      const more = [...cell.querySelectorAll(`[${marks.more}]`)].filter(isDrawn).map(() => ({ ...own, isMore: true }));
      return [own, ...meetingsIn(cell).map((meeting) => ({ ...own, meeting })), ...more];
    });
}

function laneStops(
  root: Element,
  lane: Element,
  { day }: CalendarStop,
  slotOf: (meeting: string, day: string) => number,
): CalendarStop[] {
  const wholeDay = [...root.querySelectorAll(`[data-date="${day}"]`)].filter(
    (each) => each !== lane && !lane.contains(each),
  );
  const bySlot = Map.groupBy(meetingsIn(lane), (meeting) => slotOf(meeting, day));
  return [
    ...wholeDay.flatMap(meetingsIn).map((meeting) => ({ day, slot: 0, meeting })),
    ...Array.from({ length: slotsOfDay }, (_, slot) => [
      { day, slot },
      ...(bySlot.get(slot) ?? []).map((meeting) => ({ day, slot, meeting })),
    ]).flat(),
  ];
}

function meetingsIn(cell: Element): string[] {
  const drawn = [...cell.querySelectorAll(`[${marks.meeting}]`)].filter(isDrawn);
  return drawn.flatMap((each) => each.getAttribute(marks.meeting) ?? []);
}

function isSame(one: CalendarStop, other: CalendarStop, isLane: boolean): boolean {
  const isOnePlace = one.meeting === other.meeting && Boolean(one.isMore) === Boolean(other.isMore);
  // A meeting is a single stop, whatever slot it was reached from.
  return isOnePlace && one.day === other.day && (!isLane || one.meeting !== undefined || one.slot === other.slot);
}

/** Whether an element is visible: the calendar hides events that do not fit into their day. */
function isDrawn(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
