import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chunkBytes } from '#contract/recordings/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { createProtocol, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { memoryOf, watchGrowth } from './process-memory.ts';
import type { Figure } from './table.ts';

const slots = 3;
const limitMb = 64 + (slots * 2 * chunkBytes) / 1024 ** 2;

/** Uploads so many bytes from a real page through its queue, and watches the memory of the browser's processes. */
export async function measurePageMemory(totalBytes: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const file = await makeSparseVideo(join(folder, 'пять гигабайт.mp4'), totalBytes);
    const context = await browser.start();
    const protocolId = await createProtocol(server.url, await signIn(server.url), 'Пять гигабайт');
    const page = await signInAsSecretary(context, server.url);
    await page.goto(`${server.url}/main/protocols/${protocolId}`);
    const input = page.locator('input[type=file]').first();
    await input.waitFor({ state: 'attached' });
    const devtools = await browser.devtools();
    const pidsOf = async (type: string) => {
      const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
      return processInfo.filter((process) => process.type === type).map(({ id }) => id);
    };
    // Only processes that run by now: those started later, as a spare or for a worker, do not belong to the page.
    const [pages, own] = [await pidsOf('renderer'), await pidsOf('browser')];
    const renderers = await watchGrowth(() => memoryOf(pages));
    const main = await watchGrowth(() => memoryOf(own));
    const started = performance.now();
    await input.setInputFiles(file);
    await page.getByText('сервер проверяет файл').first().waitFor({ timeout: 540_000 });
    const rate = totalBytes / 1024 ** 2 / ((performance.now() - started) / 1000);
    return [
      figure('память страницы', await renderers.peak(), renderers.atRest, ` (${rate.toFixed(0)} МиБ/с)`),
      figure('память процесса браузера', await main.peak(), main.atRest),
    ];
  } finally {
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function figure(what: string, grown: number, atRest: number, more = ''): Figure {
  return {
    what: `${what}, пока уходит 5 ГиБ`,
    measured: `+${grown.toFixed(0)} МБ${more}`,
    reference: `в покое ${atRest.toFixed(0)} МБ`,
    target: `≤ +${limitMb} МБ`,
    holds: grown <= limitMb,
  };
}

/**
 * A short recording followed by a `free` box, which players skip, up to the end of the file; it takes no disk space.
 */
async function makeSparseVideo(path: string, totalBytes: number): Promise<string> {
  await copyFile(await makeTestVideo(1), path);
  const { size } = await stat(path);
  const box = Buffer.alloc(16);
  box.writeUInt32BE(1, 0);
  box.write('free', 4, 'ascii');
  box.writeBigUInt64BE(BigInt(totalBytes - size), 8);
  const file = await open(path, 'r+');
  await file.write(box, 0, box.length, size);
  await file.truncate(totalBytes);
  await file.close();
  return path;
}
