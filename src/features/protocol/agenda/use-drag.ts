import { type PointerEvent, useEffect, useRef } from 'react';

interface Dragged {
  id: string;
  row: HTMLElement;
  pointer: number;
  startY: number;
  y: number;
  isMoving: boolean;
  over?: { row: HTMLElement; side: 'before' | 'after' } | undefined;
  frame: number;
}

/** Movement in pixels below which a press on the handle is not a drag. */
const threshold = 6;
/** Distance in pixels from the top or bottom of the window within which the page scrolls during a drag. */
const edge = 72;
/** Pixels scrolled per frame. */
const step = 18;

/**
 * Makes the rows of a list draggable, with the mouse or a finger. A row has its id in `data-item` and a `data-handle`
 * inside. Returns the `onPointerDown` of the list. While a row is dragged it has `data-dragged`, and the row beside
 * which it would be dropped has `data-drop`. Escape cancels. Nothing is rendered before the drop. Why not react-aria:
 * docs/decisions/0064.
 */
export function useDrag(onDrop: (id: string, over: { id: string; side: 'before' | 'after' }) => void) {
  // The list may render during a drag: the drop calls the latest callback.
  const latest = useRef(onDrop);
  latest.current = onDrop;
  const dragged = useRef<Dragged>(undefined);
  const end = useRef<(isDropped: boolean) => void>(() => undefined);
  useEffect(() => () => end.current(false), []);

  return (event: PointerEvent<HTMLElement>) => {
    const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-handle]') : null;
    const row = handle?.closest<HTMLElement>('[data-item]');
    if (!handle || !row?.dataset.item || event.button !== 0 || dragged.current) return;
    const list = event.currentTarget;
    const own: Dragged = {
      id: row.dataset.item,
      row,
      pointer: event.pointerId,
      startY: event.clientY,
      y: event.clientY,
      isMoving: false,
      frame: 0,
    };
    dragged.current = own;
    const over = new AbortController();
    const { signal } = over;

    const mark = (next: Dragged['over']) => {
      own.over?.row.removeAttribute('data-drop');
      own.over = next;
      next?.row.setAttribute('data-drop', next.side);
    };
    const follow = () => {
      const scroll = own.y < edge ? -step : own.y > window.innerHeight - edge ? step : 0;
      if (scroll !== 0) window.scrollBy(0, scroll);
      mark(rowAt(list, own));
      own.frame = requestAnimationFrame(follow);
    };
    const move = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== own.pointer) return;
      own.y = moved.clientY;
      if (own.isMoving || Math.abs(own.y - own.startY) < threshold) return;
      own.isMoving = true;
      row.setAttribute('data-dragged', '');
      follow();
    };
    end.current = (isDropped) => {
      over.abort();
      cancelAnimationFrame(own.frame);
      const { over: place, isMoving, id } = own;
      mark(undefined);
      row.removeAttribute('data-dragged');
      dragged.current = undefined;
      end.current = () => undefined;
      // The browser sends a click after a drag too.
      if (isMoving) handle.addEventListener('click', swallow, { capture: true, once: true });
      if (isMoving) setTimeout(() => handle.removeEventListener('click', swallow, { capture: true }));
      if (isDropped && isMoving && place?.row.dataset.item) {
        latest.current(id, { id: place.row.dataset.item, side: place.side });
      }
    };
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', () => end.current(true), { signal });
    window.addEventListener('pointercancel', () => end.current(false), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !own.isMoving) return;
        key.stopPropagation();
        end.current(false);
      },
      { signal, capture: true },
    );
  };
}

/** Returns the row under the pointer and the side to drop on: the first row above the list, the last one below it. */
function rowAt(list: HTMLElement, { y: at, row }: Dragged): Dragged['over'] {
  const { left, width, top: first, bottom: last } = list.getBoundingClientRect();
  const y = Math.min(Math.max(at, first + 1), last - 1);
  const found = document.elementsFromPoint(left + width / 2, y).find((each) => list.contains(each) && each !== list);
  const over = found?.closest<HTMLElement>('[data-item]');
  if (!over || over === row) return undefined;
  const { top, height } = over.getBoundingClientRect();
  return { row: over, side: y < top + height / 2 ? 'before' : 'after' };
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

/** Returns the items with the one of this id moved to a place, counted from 0; unchanged where the id is unknown. */
export function movedTo<T extends { id: string }>(things: readonly T[], id: string, place: number): T[] {
  const thing = things.find((each) => each.id === id);
  if (!thing) return [...things];
  const to = Math.max(0, Math.min(place, things.length - 1));
  return things.filter((each) => each !== thing).toSpliced(to, 0, thing);
}

/** Returns the new place, counted from 0, of an item dropped before or after another; undefined where it would stay. */
export function dropPlace(
  things: readonly { id: string }[],
  id: string,
  over: { id: string; side: 'before' | 'after' },
): number | undefined {
  const from = things.findIndex((each) => each.id === id);
  const target = things.findIndex((each) => each.id === over.id);
  if (from < 0 || target < 0) return undefined;
  const gap = target + (over.side === 'after' ? 1 : 0);
  const to = gap > from ? gap - 1 : gap;
  return to === from ? undefined : to;
}
