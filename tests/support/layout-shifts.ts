import type { Page } from '@playwright/test';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Maximum total shift, as defined by web vitals: too small to be seen. */
const most = 0.01;

/**
 * Returns the elements that moved without an action of the person since the page opened; none where it is too little to
 * see.
 */
export async function layoutShifts(page: Page): Promise<string[]> {
  const { total, moved } = await page.evaluate(
    () =>
      new Promise<{ total: number; moved: string[] }>((resolve) => {
        const tell = (entries: PerformanceEntry[]) => {
          const own = (entries as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
          const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
          resolve({
            total: own.reduce((sum, { value }) => sum + value, 0),
            moved: own.flatMap(({ value, sources }) =>
              sources.map(({ node, previousRect, currentRect }) => {
                const name = node instanceof Element ? `${node.tagName}.${node.getAttribute('class')}` : node?.nodeName;
                return `${value.toFixed(4)} ${name}: ${place(previousRect)} → ${place(currentRect)}`;
              }),
            ),
          });
        };
        const observer = new PerformanceObserver((list) => tell(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        // Buffered entries are delivered before the next frame ends; there are none where nothing moved.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(observer.takeRecords()))));
      }),
  );
  return total > most ? [`${total.toFixed(4)} in all`, ...moved] : [];
}
