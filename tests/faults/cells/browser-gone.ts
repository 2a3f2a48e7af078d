import { type Cell, row } from '../cell.ts';
import { reach } from '../moments.ts';
import { closeTab, crashPage, endPause, finish, openTab, pause } from '../tools/leave-and-return.ts';
import { OwnBrowser } from '../tools/own-browser.ts';

/** The window goes in the middle of it: the upload goes on at the next opening, and what was paused stays paused. */
export const browserGoneCells: Cell[] = [
  ...row('tab closed', 'abcdefgh', async (run, moment) => {
    await reach(run, moment === 'h' ? 'c' : moment);
    if (moment === 'h') await pause(run);
    run.strike(() => undefined);
    await closeTab(run);
    await openTab(run);
    if (moment === 'h') await endPause(run);
    await finish(run);
  }),
  ...row('page crashed', 'abcdefgh', async (run, moment) => {
    await reach(run, moment === 'h' ? 'c' : moment);
    if (moment === 'h') await pause(run);
    run.strike(() => undefined);
    await crashPage(run);
    await openTab(run);
    if (moment === 'h') await endPause(run);
    await finish(run);
  }),
  ...row('browser killed', 'abcdefgh', async (run, moment) => {
    const browser = await OwnBrowser.open(run);
    await reach(run, moment === 'h' ? 'c' : moment);
    if (moment === 'h') await pause(run);
    run.strike(() => undefined);
    await browser.kill();
    await browser.startAgain();
    if (moment === 'h') await endPause(run);
    await finish(run);
  }),
];
