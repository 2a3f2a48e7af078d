import { expect } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { until } from '#tests/support/processes.ts';
import { type Cell, type Moment, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { expectNewBytes } from '../criteria.ts';
import { reach } from '../moments.ts';
import { limitMs } from '../timing.ts';

/** The connection is lost, with a reset or silently, and comes back. */
export const cutCells: Cell[] = [
  ...row('network cut', 'abcdefg', cut, { browser: 'visited', short: 'e', realTime: 'c' }),
  ...row('connections reset', 'abcdefg', reset, { browser: 'visited' }),
  ...row('black hole', 'cdg', blackHole, { browser: 'visited', short: 'c', realTime: 'cd', timeoutMs: 300_000 }),
];

async function cut(run: CellRun, moment: Moment): Promise<void> {
  await reach(run, moment);
  run.strike(() => run.proxy.cut());
  await run.untilShown(/Нет подключения/);
  // The first attempts come at once; it is those after them that have to notice that the connection is back.
  const { refused } = run.proxy;
  await until(() => run.proxy.refused >= refused + 4 || undefined, 'attempts that a cut connection refused');
  run.giveBack();
  await run.untilDone();
  expectNewBytes(run);
}

async function reset(run: CellRun, moment: Moment): Promise<void> {
  await reach(run, moment);
  run.strike(() => run.proxy.resetAll());
  run.giveBack();
  await run.untilDone();
  expectNewBytes(run);
}

/** Time in which the app has to notice that nothing is answered, in seconds (offline.md). */
const noticedWithin = { c: 35, d: 125, g: 35 };

/**
 * Whether «16 из 63 МБ» is a whole number of chunks. Then buffers in the network took all chunks under way: the browser
 * believes that they are sent, and only the answer is missing.
 */
function areWholeChunks(shown: string): boolean {
  const sent = Number(/([\d,]+) из \d+/.exec(shown)?.[1]?.replace(',', '.'));
  return sent > 0 && (sent * 2 ** 20) % chunkBytes === 0;
}

async function blackHole(run: CellRun, moment: Moment): Promise<void> {
  // In the first chunk: the buffers of a connection that has carried much may take the whole rest of a chunk.
  const held = await reach(run, moment === 'c' ? 'b' : moment);
  run.strike(() => run.proxy.freeze());
  held.proceed();
  const { struckAt, record } = run;
  const offlineAt = () => record.shownAfter(struckAt, /Нет подключения/);
  await expect.poll(offlineAt, { timeout: limitMs(noticedWithin.d) + 5_000 }).toBeDefined();
  const noticedAt = offlineAt() ?? 0;
  const isTakenIn = moment === 'c' && areWholeChunks(record.shownBefore(noticedAt));
  const limit = isTakenIn ? noticedWithin.d : noticedWithin[moment as keyof typeof noticedWithin];
  run.figures['noticed after'] = `${noticedAt - struckAt} ms`;
  expect(noticedAt - struckAt, 'milliseconds until the page noticed').toBeLessThanOrEqual(limitMs(limit));
  run.giveBack();
  await run.untilDone();
}
