import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { chunkBytes } from '#contract/upload.ts';
import { makeTestVideo } from '#scripts/make-test-video.ts';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Figure, median } from './table.ts';

const megabytes = 512;
const rounds = 5;
const target = 0.9;

declare global {
  // What dist/tus.min.js puts on the reference's page.
  var tus: typeof import('tus-js-client');
}

/** Uploads the same file in the same browser, by turns: our queue with staging and hashing, and tus-js-client. */
export async function measureUpload(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const file = await makeTestVideo(megabytes);
  const server = await ServerProcess.start(join(folder, 'data'));
  const reference = await startReference(join(folder, 'tus'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const context = await browser.start();
    const token = await signIn(server.url);
    await (await signInAsSecretary(context, server.url)).goto('about:blank');
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const protocolId = await createProtocol(server.url, token, `Замер ${round}`);
      const seconds = await uploadOurs(context, server.url, protocolId, file, () =>
        processingEnds(server.url, token, protocolId),
      );
      const referenceSeconds = await uploadTheirs(context, reference.url, file);
      // The first round warms both up.
      if (round === 0) continue;
      ours.push(megabytes / seconds);
      theirs.push(megabytes / referenceSeconds);
    }
    const ratio = median(ours) / median(theirs);
    return [
      {
        what: `загрузка ${megabytes} МБ на loopback, медиана из ${rounds}`,
        measured: `${median(ours).toFixed(0)} МБ/с (×${ratio.toFixed(2)})`,
        reference: `tus ${median(theirs).toFixed(0)} МБ/с`,
        target: `≥ ×${target}`,
        holds: ratio >= target,
      },
    ];
  } finally {
    await browser.kill();
    await killGroup(reference.child, 'SIGTERM');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The processing of our video must not slow the reference's turn. */
async function processingEnds(url: string, token: string, protocolId: string): Promise<void> {
  await until(async () => {
    const { data } = await getJson<{ data: { stage: string } }>(url, token, `/protocols/${protocolId}`);
    return data.stage === 'success_video_process' ? true : undefined;
  }, 'the end of processing');
}

async function startReference(folder: string): Promise<{ url: string; child: ChildProcess }> {
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnGroup(process.execPath, ['bench/tus-server.ts'], { PORT: String(port), FOLDER: folder });
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => undefined,
      ),
    'the reference server',
  );
  return { url, child };
}

/** Seconds from choosing the file to the acknowledgement of the last chunk, as the page shows it; stays till processed. */
async function uploadOurs(
  context: BrowserContext,
  url: string,
  protocolId: string,
  file: string,
  processed: () => Promise<void>,
): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${url}/main/protocols/${protocolId}`);
  const input = page.locator('input[type=file]').first();
  await input.evaluate((element) => {
    const note = (name: string) => document.documentElement.setAttribute(name, String(Date.now()));
    element.addEventListener('change', () => note('data-chosen'), { capture: true });
    const sent = new MutationObserver(() => {
      if (!document.body.textContent?.includes('Всё отправлено')) return;
      sent.disconnect();
      note('data-sent');
    });
    sent.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await input.setInputFiles(file);
  const html = page.locator('html[data-sent]');
  await html.waitFor({ timeout: 120_000 });
  const seconds =
    (Number(await html.getAttribute('data-sent')) - Number(await html.getAttribute('data-chosen'))) / 1000;
  await processed();
  await page.close();
  return seconds;
}

/** Seconds from the start of tus-js-client to its success, with chunks of the same size. */
async function uploadTheirs(context: BrowserContext, url: string, file: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#file').setInputFiles(file);
  const seconds = await page.evaluate(async (chunkSize) => {
    const input = document.querySelector<HTMLInputElement>('#file');
    const chosen = input?.files?.[0];
    if (!chosen) throw new Error('no file');
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(chosen, { endpoint: '/files', chunkSize, onSuccess: () => resolve(), onError: reject }).start();
    });
    return (performance.now() - started) / 1000;
  }, chunkBytes);
  await page.close();
  return seconds;
}
