import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess } from '#tests/support/server-process.ts';
import type { CellRun } from '../cell-run.ts';

const clock = new URL('./clock-ahead.ts', import.meta.url).href;

/** Restarts the server as if this many days had passed, so that it sweeps, and then again with the present date. */
export async function letDaysPass({ server }: CellRun, days: number): Promise<void> {
  await server.stop();
  const later = await ServerProcess.start(server.dataDir, {
    NODE_OPTIONS: `--import=${clock}`,
    DAYS_AHEAD: String(days),
  });
  await later.stop();
  await server.start();
}

/** Returns the files of incomplete uploads. */
export async function partFiles({ server }: CellRun): Promise<string[]> {
  return (await readdir(join(server.dataDir, 'uploads'))).filter((name) => name.endsWith('.part'));
}
