import { expect, type Page } from '@playwright/test';
import { test } from '#tests/support/e2e-page.ts';
import { everyScreen } from '#tests/support/every-screen.ts';
import { openAs } from '#tests/support/session-steps.ts';
import { watchSettling } from '#tests/support/settled.ts';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** All that moved on this page without a person, as web vitals count it, and what it was. */
function shifts(page: Page): Promise<{ total: number; moved: string[] }> {
  return page.evaluate(
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
        // What is buffered is handed over before the next frame is through; nothing is where nothing moved.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(observer.takeRecords()))));
      }),
  );
}

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`nothing moves as a screen comes, anew or with what is kept, at ${width}`, async ({ browser, server }) => {
    test.setTimeout(600_000);
    for (const { name, who, address, shown } of await everyScreen(server.url))
      await test.step(name, () =>
        // Where the machine has no time the line seems down for a moment, and that is told: then all of it begins anew.
        expect(async () => {
          const context = await openAs(browser, server.url, who);
          const page = await context.newPage();
          await page.setViewportSize({ width, height });
          const settled = watchSettling(page);
          for (const time of ['cold', 'warm']) {
            if (time === 'cold') await page.goto(address);
            else await page.reload();
            await expect(shown(page)).toBeVisible();
            await settled();
            const { total, moved } = await shifts(page);
            expect(total, `${name}, ${time}:\n${moved.join('\n')}`).toBeLessThanOrEqual(0.01);
          }
          await context.close();
        }).toPass({ timeout: 120_000 }),
      );
  });
