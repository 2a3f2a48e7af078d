import { type Cell, row } from '../cell.ts';
import { expectNewBytes } from '../criteria.ts';
import { reach } from '../moments.ts';

/** The line goes and comes back. */
export const cutCells: Cell[] = [
  ...row('network cut', 'abcdefg', async (run, moment) => {
    await reach(run, moment);
    run.strike(() => run.proxy.cut());
    await run.untilShown(/Нет подключения/);
    run.giveBack();
    await run.untilDone();
    expectNewBytes(run);
  }),
];
