import { expect } from '@playwright/test';
import { type Cell, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { reach } from '../moments.ts';
import { expireToken } from '../tools/expired-token.ts';

/** The access token expires midway: there is one effective refresh, and nobody is signed out. */
export const browserSessionCells: Cell[] = [
  ...row('401 midway', 'cfg', async (run, moment) => {
    const held = await reach(run, moment);
    run.strike(() => undefined);
    await expireToken(run.page, run.server.dataDir);
    // A resync under way already has its token.
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
      // Two faults: the refused token makes chunks be sent again, and so does the stall until the refresh is repeated.
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
