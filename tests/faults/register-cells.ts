import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { type Cell, cellName } from './cell.ts';
import { CellRun } from './cell-run.ts';
import { brokenCriteria } from './criteria.ts';
import { annotationOf } from './figures.ts';
import { openStand, type Stand } from './stand.ts';
import { describeRun, forget } from './traces.ts';

const test = base.extend<object, { stand: Stand }>({
  stand: [
    // Playwright insists on an object pattern here.
    async ({ browserName: _ }, use) => {
      const stand = await openStand();
      await use(stand);
      await stand.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Makes a test of every cell: it runs, and then the pass criteria of every cell are checked. */
export function registerCells(cells: readonly Cell[]): void {
  for (const cell of cells) {
    test(cellName(cell), async ({ stand }, info) => {
      // The waits of a cell time out earlier, so that there is time to record why.
      info.setTimeout((cell.timeoutMs ?? 60_000) + 60_000);
      const run = await CellRun.start(stand, cellName(cell), cell.browser);
      try {
        await cell.run(run);
        expect(await brokenCriteria(run, cell.outcome), 'what does not hold').toEqual([]);
      } catch (error) {
        stand.keep = true;
        const folder = join(stand.folder, `${cellName(cell)} ${info.repeatEachIndex}`);
        await mkdir(folder, { recursive: true });
        await writeFile(join(folder, 'run.txt'), describeRun(run));
        await run.page.screenshot({ path: join(folder, 'page.png') }).catch(() => undefined);
        console.error(`${cellName(cell)}: ${folder}`);
        throw error;
      } finally {
        info.annotations.push(annotationOf(run.figures));
        await forget(run);
      }
    });
  }
}
