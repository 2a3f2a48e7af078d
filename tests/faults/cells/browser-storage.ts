import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { abandonedDays } from '#server/modules/recordings/uploads/sweep-uploads.ts';
import { until } from '#tests/support/processes.ts';
import { type Cell, row } from '../cell.ts';
import { enter } from '../cell-browser.ts';
import { reach } from '../moments.ts';
import { letDaysPass, partFiles } from '../tools/days-pass.ts';
import { endPause } from '../tools/leave-and-return.ts';
import { clearStorage, fillDisk, reopenWithQuota } from '../tools/storage.ts';

const warning = /Держите вкладку открытой: на устройстве мало места/;

/** The device has less room than the recording needs, or loses what it kept. */
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
      // Chunks that could not be deleted while there was no room are deleted at the next opening.
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
  ...row('storage cleared', 'ch', async (run, moment) => {
    const held = await reach(run, moment);
    run.strike(() => undefined);
    await clearStorage(run, 'all');
    held.proceed();
    // The session was cleared with the rest.
    await run.page.goto(run.address);
    await expect(run.page).toHaveURL(/\/login/);
    await enter(run.page, run.proxy.url);
    await run.page.goto(run.address);
    await expect(run.page.getByLabel('Выбрать видео')).toBeEnabled();
    await expect(run.upload.getByRole('progressbar')).toHaveCount(0);
    expect(await run.kept()).toEqual({ chunks: 0, uploads: 0 });
    expect(await partFiles(run), 'what the server holds of the upload').toHaveLength(1);
    await letDaysPass(run, abandonedDays + 1);
    expect(await partFiles(run), 'what the server holds after a week').toEqual([]);
    // The recording starts anew: chunks that had arrived are sent again.
    run.strike(() => undefined);
    await run.page.reload();
    await run.pick();
    await run.untilDone();
  }),
];
