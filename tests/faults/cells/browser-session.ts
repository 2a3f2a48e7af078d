import { expect } from '@playwright/test';
import { type Cell, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { reach } from '../moments.ts';
import { expireToken } from '../tools/expired-token.ts';

/** The access token expires in the middle of it: one refresh that counts, and nobody is signed out. */
export const browserSessionCells: Cell[] = [
  ...row('401 midway', 'cfg', async (run, moment) => {
    const held = await reach(run, moment);
    run.strike(() => undefined);
    await expireToken(run.page, run.server.dataDir);
    // A resync that is under way has its token already.
    if (moment === 'g') held.reset();
    else held.proceed();
    await run.untilDone();
    await expectOneRefresh(run);
  }),
  ...row(
    '401 midway, the refresh’s reply lost',
    'cfg',
    async (run, moment) => {
      const held = await reach(run, moment);
      const refreshed = run.proxy.reach('reply', ({ path }) => path === '/api/refresh');
      // Two faults: the refused token sends chunks again, and so does what stands still until the refresh is asked anew.
      run.strike(() => undefined);
      await expireToken(run.page, run.server.dataDir);
      if (moment === 'g') held.reset();
      else held.proceed();
      const lost = await refreshed;
      run.strike(() => lost.reset());
      await run.untilDone();
      await expectOneRefresh(run);
    },
    { short: 'c' },
  ),
];

async function expectOneRefresh({ proxy, page, address }: CellRun): Promise<void> {
  const counted = proxy.exchanges.filter(({ path, told }) => path === '/api/refresh' && told === 200);
  expect(counted, 'refreshes that were answered').toHaveLength(1);
  expect(page.url()).toBe(address);
  expect(await page.evaluate(() => localStorage.getItem('token')), 'the token').not.toBeNull();
}
