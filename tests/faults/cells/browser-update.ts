import { expect } from '@playwright/test';
import { type Cell, row } from '../cell.ts';
import { reach } from '../moments.ts';
import { deployWorker, isSameDocument, markDocument, upgradeDatabase } from '../tools/newer-app.ts';

/** A newer version of the app is deployed while an older one is running: no page reloads by itself, no row is lost. */
export const browserUpdateCells: Cell[] = [
  ...row('app update', 'bc', async (run, moment) => {
    await run.page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await markDocument(run.page);
    const held = await reach(run, moment);
    // The connection is held for as long as that takes, which interrupts the chunk.
    run.strike(() => undefined);
    await deployWorker(run);
    held.proceed();
    run.giveBack();
    await run.untilDone();
    expect(await isSameDocument(run.page), 'the document is the same').toBe(true);
  }),
  ...row('database version bump', 'bc', async (run, moment) => {
    await markDocument(run.page);
    const held = await reach(run, moment);
    run.strike(() => undefined);
    const version = await upgradeDatabase(run);
    expect((await run.kept()).uploads, 'rows that are queued').toBe(1);
    held.proceed();
    run.giveBack();
    await run.untilDone();
    expect(await isSameDocument(run.page), 'the document is the same').toBe(true);
    run.figures.database = `version ${version}`;
  }),
];
