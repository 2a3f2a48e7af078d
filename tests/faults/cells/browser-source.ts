import { rm } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { until } from '#tests/support/processes.ts';
import { type Cell, row } from '../cell.ts';
import { reach } from '../moments.ts';
import { finish, needsFile } from '../tools/leave-and-return.ts';
import { copySource, editSource } from '../tools/source-file.ts';

/**
 * The file itself changes or disappears: chunks copied onto the device are still sent, else the page asks for the file,
 * and nothing is mixed. They need a separate browser, since a private window copies nothing: it stores references to
 * the file.
 */
export const browserSourceCells: Cell[] = [
  ...row(
    'source edited',
    'bc',
    async (run, moment) => {
      const path = await copySource(run);
      const held = await reach(run, moment, path);
      run.strike(() => undefined);
      await editSource(path, run.recording.chunks);
      held.proceed();
      run.giveBack();
      if (await needsFile(run)) {
        await run.upload.getByLabel('Выбрать файл снова').setInputFiles(path);
        await expect(run.upload.getByRole('alert')).toContainText('Это другой файл');
      }
      await finish(run);
    },
    { browser: 'own', short: 'b' },
  ),
  ...row(
    'source deleted',
    'bc',
    async (run, moment) => {
      const path = await copySource(run);
      const held = await reach(run, moment, path);
      run.strike(() => undefined);
      await rm(path);
      held.proceed();
      run.giveBack();
      await finish(run);
    },
    { browser: 'own' },
  ),
  ...row(
    'source deleted once staged',
    'b',
    async (run, moment) => {
      const path = await copySource(run);
      const held = await reach(run, moment, path);
      const all = run.recording.chunks;
      await until(async () => ((await run.kept()).chunks === all ? true : undefined), 'a copy of all chunks');
      run.strike(() => undefined);
      await rm(path);
      held.proceed();
      run.giveBack();
      expect(await needsFile(run), 'the page asks for the file').toBe(false);
      await run.untilDone();
    },
    { browser: 'own' },
  ),
];
