/** Position of the toast: a corner of the window. */
export type ToastPlace = 'bottom-end' | 'top-start' | 'top-end' | 'bottom-start';

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface Look {
  window: { width: number; height: number };
  toast: { width: number; height: number };
  /** Distance from the edges, and, as `foot`, the height kept free at the bottom. */
  gap: number;
  foot: number;
  /** Distance of the page from the left edge, beside the rail. */
  start?: number;
}

const places: readonly ToastPlace[] = ['bottom-end', 'top-start', 'top-end', 'bottom-start'];

/**
 * Returns the position where a toast covers least of what is in use.
 * @param inUse the panels in use, and the element with the focus or the pointer; each counts by its covered area
 */
export function freePlace(look: Look, inUse: readonly Box[]): ToastPlace {
  const covered = places.map((place) => {
    const box = boxAt(place, look);
    return inUse.reduce((sum, each) => sum + overlap(box, each) / Math.max(1, area(each)), 0);
  });
  return places[covered.indexOf(Math.min(...covered))] ?? 'bottom-end';
}

function boxAt(place: ToastPlace, { window, toast, gap, start = gap, foot }: Look): Box {
  const left = place.endsWith('start') ? start : window.width - gap - toast.width;
  const top = place.startsWith('top') ? gap : window.height - foot - gap - toast.height;
  return { left, top, right: left + toast.width, bottom: top + toast.height };
}

function overlap(one: Box, other: Box): number {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function area({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}
