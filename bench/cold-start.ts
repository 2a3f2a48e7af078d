import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { makeKnown, rowSelector, rows } from './known-browser.ts';
import { type Figure, median } from './table.ts';
import { timeVisit } from './timed-visit.ts';

const rounds = 7;
const slowdown = 4;
const limitMs = 1000;

/** Times the first screen after a browser restart, without a server: the list of protocols from the device. */
export async function measureColdStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    await makeKnown(browser, server.url);
    await server.stop();
    const url = `${server.url}/main/protocols`;
    const until = { selector: rowSelector, count: rows };
    const times = { slow: [] as number[], full: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      times.slow.push(await timeVisit(browser, { url, until, rate: slowdown }));
      times.bare.push(await timeVisit(browser, { url, until: 'bare', rate: slowdown }));
      times.full.push(await timeVisit(browser, { url, until, rate: 1 }));
    }
    const measured = median(times.slow);
    return [
      {
        what: `холодный старт без сети до списка (${rows} строк), процессор ×1/${slowdown}, медиана из ${rounds}`,
        measured: `${measured.toFixed(0)} мс`,
        reference: `пустая страница ${median(times.bare).toFixed(0)} мс, без замедления ${median(times.full).toFixed(0)} мс`,
        target: `≤ ${limitMs} мс`,
        holds: measured <= limitMs,
      },
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
