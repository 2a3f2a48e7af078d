import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import type { UploadOptions } from 'tus-js-client';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';

declare global {
  // What dist/tus.min.js puts on the reference's page.
  var tus: typeof import('tus-js-client');
}

/** Our server, the reference's, and one browser for both. */
export interface Stand {
  browser: BrowserProcess;
  context: BrowserContext;
  server: ServerProcess;
  reference: { url: string; port: number };
  /** A protocol of the signed-in secretary, and the end of its video's processing: it must not slow the next turn. */
  newProtocol(title: string): Promise<{ id: string; processed(): Promise<void> }>;
}

/** Runs a benchmark on a stand of its own. */
export async function onStand<T>(measure: (stand: Stand) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const reference = await startReference(join(folder, 'tus'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const context = await browser.start();
    const token = await signIn(server.url);
    const newProtocol = async (title: string) => {
      const id = await createProtocol(server.url, token, title);
      return { id, processed: () => processingEnds(server.url, token, id) };
    };
    return await measure({ browser, context, server, reference, newProtocol });
  } finally {
    await browser.kill();
    await killGroup(reference.child, 'SIGTERM');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Signs the secretary in at this address; resolves when the app is kept for offline use, which goes over the line too. */
export async function signInAt(context: BrowserContext, url: string): Promise<void> {
  const page = await signInAsSecretary(context, url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto('about:blank');
}

async function processingEnds(url: string, token: string, protocolId: string): Promise<void> {
  await until(
    async () => {
      const { data } = await getJson<{ data: { stage: string } }>(url, token, `/protocols/${protocolId}`);
      return data.stage === 'success_video_process' ? true : undefined;
    },
    'the end of processing',
    600_000,
  );
}

async function startReference(folder: string): Promise<{ url: string; port: number; child: ChildProcess }> {
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
  return { url, port, child };
}

/** What a turn says of itself: `begin` is called when the page is ready and the file about to be chosen. */
interface Turn {
  url: string;
  file: string;
  begin?: () => void;
}

/** Seconds from choosing the file to the acknowledgement of the last chunk, as the page shows it; stays till processed. */
export async function uploadOurs(
  context: BrowserContext,
  protocol: Awaited<ReturnType<Stand['newProtocol']>>,
  { url, file, begin }: Turn,
): Promise<number> {
  const page = await context.newPage();
  await page.goto(`${url}/main/protocols/${protocol.id}`);
  const input = page.locator('input[type=file]').first();
  await input.evaluate((element) => {
    const note = (name: string) => document.documentElement.setAttribute(name, String(Date.now()));
    element.addEventListener('change', () => note('data-chosen'), { capture: true });
    const sent = new MutationObserver(() => {
      if (!document.body.textContent?.includes('сервер проверяет файл')) return;
      sent.disconnect();
      note('data-sent');
    });
    sent.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  begin?.();
  await input.setInputFiles(file);
  const html = page.locator('html[data-sent]');
  await html.waitFor({ timeout: 300_000 });
  const seconds =
    (Number(await html.getAttribute('data-sent')) - Number(await html.getAttribute('data-chosen'))) / 1000;
  await protocol.processed();
  await page.close();
  return seconds;
}

/** Seconds from the start of tus-js-client to its success. */
export async function uploadTheirs(
  context: BrowserContext,
  { url, file, begin }: Turn,
  options: Pick<UploadOptions, 'chunkSize' | 'retryDelays'>,
): Promise<number> {
  const page = await context.newPage();
  await page.goto(url);
  await page.locator('#file').setInputFiles(file);
  begin?.();
  const seconds = await page.evaluate(async (given) => {
    const input = document.querySelector<HTMLInputElement>('#file');
    const chosen = input?.files?.[0];
    if (!chosen) throw new Error('no file');
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      new tus.Upload(chosen, { endpoint: '/files', ...given, onSuccess: () => resolve(), onError: reject }).start();
    });
    return (performance.now() - started) / 1000;
  }, options);
  await page.close();
  return seconds;
}
