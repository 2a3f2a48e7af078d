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

/** Less than this is a press of the handle, and no drag. */
const threshold = 6;
/** Near the edge of the window the page goes along, by at most so much with each frame. */
const edge = 72;
const step = 18;

/**
 * Lets a row of a list (`data-item`, with its id) be dragged by its handle (`data-handle`), with the mouse or a finger:
 * what it gives is for `onPointerDown` of the list. While it is dragged it bears `data-dragged`, and the row that it would
 * stand beside `data-drop`. Escape lets it go where it was. Nothing is drawn anew before it is dropped.
 */
export function useDrag(onDrop: (id: string, over: { id: string; side: 'before' | 'after' }) => void) {
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
      // What was dragged was not pressed.
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

/** The row beside which the pointer is, wherever in the window it moves: above the list the first, below it the last. */
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
