import { expect } from '@playwright/test';
import { until } from '#tests/support/processes.ts';
import { type Cell, row } from '../cell.ts';
import { reach } from '../moments.ts';
import { finish } from '../tools/leave-and-return.ts';
import { expectOneDriver, expectTakeover } from '../tools/one-driver.ts';
import { AppWorker, reloadUnderWorker } from '../tools/service-worker.ts';

/** The service worker stops, or starts, while pages are running. */
export const browserWorkerCells: Cell[] = [
  ...row(
    'worker stopped',
    'ce',
    async (run, moment) => {
      const worker = await AppWorker.watch(run.context, run.proxy.url);
      await reloadUnderWorker(run.page);
      const held = await reach(run, moment);
      await until(() => worker.isRunning || undefined, 'a running service worker');
      // It does not count as a fault: not one byte may be sent again.
      await worker.stopAll();
      held.proceed();
      await run.untilDone();
      expect(held.told, 'what the chunk under way was answered').toBe(200);
    },
    { short: 'c' },
  ),
  ...row('two tabs and a sync event', 'acf', async (run, moment) => {
    const worker = await AppWorker.watch(run.context, run.proxy.url);
    const driving = run.page;
    await run.openTab();
    const other = run.page;
    run.page = driving;
    await reach(run, moment);
    run.page = other;
    await run.untilShown(/из 63/);
    await worker.sync();
    run.strike(() => undefined);
    await driving.close();
    await finish(run);
    expectTakeover(run);
    expectOneDriver(run);
  }),
];
