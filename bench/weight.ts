import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import type { Figure } from './table.ts';

const limitKb = 140;
const floorKb = 127;

/** Sums every script that a first visit of /login loads, gzip at level 9. */
export async function measureWeight(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const context = await browser.start();
    const page = context.pages()[0] ?? (await context.newPage());
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.ok()) scripts.set(response.url(), response.body());
    });
    await page.goto(`${server.url}/login`);
    await page.getByRole('button', { name: 'Войти' }).waitFor();
    // The worker is registered last of all.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const bodies = await Promise.all(scripts.values());
    const kb = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
    return [
      {
        what: `скрипты первого открытия /login (${bodies.length})`,
        measured: `${kb.toFixed(1)} кБ gzip`,
        reference: `только библиотеки ${floorKb} кБ`,
        target: `≤ ${limitKb} кБ`,
        holds: kb <= limitKb && bodies.length > 0,
      },
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
