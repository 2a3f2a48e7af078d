import { rm } from 'node:fs/promises';
import { chunkBytes } from '#contract/upload.ts';
import { until } from '#tests/support/processes.ts';
import { type Cell, row } from '../cell.ts';
import { reach } from '../moments.ts';
import { endPause } from '../tools/leave-and-return.ts';
import { clearStorage, fillDisk, reopenWithQuota } from '../tools/storage.ts';

const warning = /Держите вкладку открытой: на устройстве мало места/;

/** The device keeps less than the recording, or forgets what it kept. */
export const browserStorageCells: Cell[] = [
  ...row(
    'quota override',
    'b',
    async (run, moment) => {
      await reopenWithQuota(run, 2.5 * chunkBytes);
      const held = await reach(run, moment);
      await run.untilShown(warning);
      run.strike(() => held.proceed());
      run.giveBack();
      await run.untilDone();
    },
    { browser: 'own', short: 'b' },
  ),
  ...row(
    'disk full',
    'b',
    async (run, moment) => {
      const filling = await fillDisk(run, 1.5 * chunkBytes);
      const held = await reach(run, moment);
      await run.untilShown(warning);
      run.strike(() => held.proceed());
      run.giveBack();
      await until(async () => ((await run.stage()) === 'success_video_process' ? true : undefined), 'the processing');
      // What could not be removed while there was no room goes at the next opening.
      await rm(filling);
      await run.page.reload();
      await run.untilDone();
    },
    { browser: 'small-disk' },
  ),
  ...row('queue cleared', 'ch', async (run, moment) => {
    const held = await reach(run, moment);
    run.strike(() => undefined);
    await clearStorage(run, 'indexeddb');
    if (moment === 'h') await endPause(run);
    else held.proceed();
    await run.untilDone();
  }),
];
