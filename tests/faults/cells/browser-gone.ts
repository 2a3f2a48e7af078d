import { type Cell, row } from '../cell.ts';
import type { CellRun } from '../cell-run.ts';
import { reach } from '../moments.ts';
import { crashPage, endPause, finish } from '../tools/leave-and-return.ts';

/** The window is closed midway: the upload continues when it is reopened, and a paused one stays paused. */
export const browserGoneCells: Cell[] = [
  ...goneCells('tab closed', (run) => run.page.close()),
  ...goneCells('page crashed', crashPage),
  ...row(
    'browser killed',
    'abcdefgh',
    async (run, moment) => {
      // Chromium writes the session to the disk some seconds late, or when it ends.
      await run.browserProcess.close();
      await run.reopenBrowser();
      await reach(run, moment);
      run.strike(() => undefined);
      await run.browserProcess.kill();
      run.giveBack();
      await run.reopenBrowser();
      if (moment === 'h') await endPause(run);
      await finish(run);
    },
    { browser: 'own', short: 'ch' },
  ),
];

function goneCells(fault: string, leave: (run: CellRun) => Promise<void>): Cell[] {
  return row(fault, 'abcdefgh', async (run, moment) => {
    await reach(run, moment);
    run.strike(() => undefined);
    await leave(run);
    run.giveBack();
    await run.openTab();
    if (moment === 'h') await endPause(run);
    await finish(run);
  });
}
