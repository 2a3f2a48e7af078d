import { defaultRangeExtractor, type Range, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

/**
 * Number of rows from which only those near the viewport are rendered; shorter lists stay whole for the browser's
 * search.
 */
export const manyRows = 200;

/** A rendered row, or the space of rows that are not rendered. */
export type ShownRow<T> =
  | { kind: 'row'; row: T; index: number; ties: RowTies | undefined }
  | { kind: 'gap'; key: string; height: number };

/** Props of a row in a long list, by which it is measured and found. */
export interface RowTies {
  ref: (row: Element | null) => void;
  'data-index': number;
}

/** Whether a row need not render again; its ties are created anew on each render, but with the same meaning. */
export function isSameRow<Props extends { ties: RowTies | undefined }>(before: Props, now: Props): boolean {
  const { ties: former, ...rest } = before;
  const { ties, ...shown } = now;
  return isShallowSame(rest, shown) && isShallowSame(former ?? {}, ties ?? {});
}

function isShallowSame(before: object, now: object): boolean {
  const entries = Object.entries(now);
  const known = new Map(Object.entries(before));
  return entries.length === known.size && entries.every(([name, value]) => known.get(name) === value);
}

interface LongRowsProps<T> {
  rows: readonly T[];
  /** Estimated height of a row in pixels, until it is measured. */
  estimate: number;
  /** Renders these rows and gaps in order. */
  children: (shown: ShownRow<T>[]) => ReactNode;
}

/** Rows of a list that scrolls with the page: all rows of a short list, those near the viewport of a long one. */
export function LongRows<T extends { id: string }>(props: LongRowsProps<T>) {
  if (props.rows.length >= manyRows) return <NearRows {...props} />;
  return props.children(props.rows.map((row, index) => ({ kind: 'row', row, index, ties: undefined })));
}

function NearRows<T extends { id: string }>({ rows, estimate, children }: LongRowsProps<T>) {
  const held = useHeldRow();
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => estimate,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollMargin: top,
    // Rows render in a deferred update, below, so that scrolling does not wait for them.
    useFlushSync: false,
    rangeExtractor: (range) => withHeld(range, held.current),
  });
  const measure = useCallback(
    (row: Element | null) => {
      if (row instanceof HTMLElement && row.dataset.index === '0') setTop(row.getBoundingClientRect().top + scrollY);
      virtual.measureElement(row);
    },
    [virtual],
  );
  // Rendering of the near rows can be interrupted, and restarts where the person has scrolled on.
  const items = useDeferredValue(virtual.getVirtualItems());
  const bottom = top + virtual.getTotalSize();
  return useMemo(
    () => children(shownOf(rows, items, { top, bottom }, measure)),
    [rows, items, top, bottom, measure, children],
  );
}

/** Returns the rendered rows, with a gap of the right height for each run of others. */
function shownOf<T>(
  rows: readonly T[],
  items: readonly VirtualItem[],
  { top, bottom }: { top: number; bottom: number },
  measure: RowTies['ref'],
): ShownRow<T>[] {
  const shown: ShownRow<T>[] = [];
  let end = top;
  for (const { index, start, size } of items) {
    const row = rows[index];
    if (!row) continue;
    if (start > end) shown.push({ kind: 'gap', key: `gap-${index}`, height: start - end });
    shown.push({ kind: 'row', row, index, ties: { ref: measure, 'data-index': index } });
    end = start + size;
  }
  if (bottom > end) shown.push({ kind: 'gap', key: 'gap-end', height: bottom - end });
  return shown;
}

/** Keeps the row with the focus rendered while the list scrolls, so that the focus is not lost. */
function useHeldRow(): RefObject<number | undefined> {
  const held = useRef<number>(undefined);
  useEffect(() => {
    const hold = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
      held.current = row ? Number(row.dataset.index) : undefined;
    };
    const release = () => {
      held.current = undefined;
    };
    document.addEventListener('focusin', hold);
    document.addEventListener('focusout', release);
    return () => {
      document.removeEventListener('focusin', hold);
      document.removeEventListener('focusout', release);
    };
  }, []);
  return held;
}

function withHeld(range: Range, held: number | undefined): number[] {
  const near = defaultRangeExtractor(range);
  if (held === undefined || held >= range.count || near.includes(held)) return near;
  return [...near, held].sort((a, b) => a - b);
}
