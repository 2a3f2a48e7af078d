import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CellRun } from './cell-run.ts';
import { finalObjects } from './criteria.ts';

/** Describes a failed cell: the network's exchanges, what the page showed, the server's output. */
export function describeRun({ proxy, record, server, faults, figures }: CellRun): string {
  const lines = [
    ...proxy.exchanges.map((it) => ({
      at: it.startedAt,
      text: `${it.method} ${it.path} ${it.index ?? ''} ${it.payload || ''} → ${it.reply?.status ?? '—'} / ${it.told} ${
        it.toldAt === undefined ? '' : `after ${it.toldAt - it.startedAt} ms`
      }`,
    })),
    ...record.shown.map(({ at, what, text }) => ({ at, text: `${what}: ${text}` })),
  ].sort((one, other) => one.at - other.at);
  const first = lines[0]?.at ?? 0;
  return [
    `faults: ${faults}, ${JSON.stringify(figures)}`,
    ...lines.map(({ at, text }) => `${String(at - first).padStart(6)} ${text}`),
    '',
    server.output,
  ].join('\n');
}

/** Closes what the cell opened and removes its recording, so that a thousand cells fit onto the disk. */
export async function forget(run: CellRun): Promise<void> {
  const { proxy, stand } = run;
  proxy.restore();
  await run.close();
  for (const file of await finalObjects(join(stand.folder, 'data'), stand.recording.size)) {
    await rm(dirname(file), { recursive: true, force: true });
  }
}
