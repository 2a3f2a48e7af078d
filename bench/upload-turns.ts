import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { UploadOptions } from 'tus-js-client';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import { signInAsSecretary } from '#tests/support/app-steps.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { freePort, killGroup, spawnGroup, until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { Devtools } from './devtools.ts';
import { Tab } from './tab.ts';

const fileField = 'input[type=file]';
/**
 * Nobody chooses a file sooner after a page opens: what the page still loads until then does not count as upload time.
 */
const lookMs = 1_000;
/** An upload that takes longer has failed. */
const longestMs = 300_000;

declare global {
  // Global that dist/tus.min.js defines on the reference's page.
  var tus: typeof import('tus-js-client');
  // Result of an upload in our page: seconds from choosing the file to the last acknowledgement.
  var uploaded: Promise<number>;
}

/** Our server, the reference's, and one browser for both. */
export interface Stand {
  /** Returns the browser with the secretary signed in at our server, and no tool attached that would slow it down. */
  signedInAt(url: string): Promise<Devtools>;
  server: ServerProcess;
  reference: { url: string; port: number };
  /**
   * Creates a protocol of the secretary; `processed` waits for the end of processing, which must not slow the next
   * turn.
   */
  newProtocol(title: string): Promise<{ id: string; processed(): Promise<void> }>;
}

/** Runs a benchmark on a stand of its own. */
export async function onStand<T>(measure: (stand: Stand) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-bench-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const reference = await startReference(join(folder, 'tus'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  try {
    const token = await signIn(server.url);
    const newProtocol = async (title: string) => {
      const id = await createProtocol(server.url, token, title);
      return { id, processed: () => processingEnds(server.url, token, id) };
    };
    return await measure({ signedInAt: (url) => signInAt(browser, url), server, reference, newProtocol });
  } finally {
    await browser.kill();
    await killGroup(reference.child, 'SIGTERM');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Waits until the app is cached for offline use, since that uses the network, too. */
async function signInAt(browser: BrowserProcess, url: string): Promise<Devtools> {
  const page = await signInAsSecretary(await browser.start(), url);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
  await browser.close();
  return Devtools.connect(await browser.launch());
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

/** Data of a turn; `begin` is called when the page is ready and the file is about to be chosen. */
interface Turn {
  url: string;
  file: string;
  begin?: () => void;
}

/**
 * Returns seconds from choosing the file to the acknowledgement of the last chunk, as the page shows it; waits for the
 * processing afterwards.
 */
export async function uploadOurs(
  devtools: Devtools,
  protocol: Awaited<ReturnType<Stand['newProtocol']>>,
  { url, file, begin }: Turn,
): Promise<number> {
  const tab = await Tab.open(devtools);
  await tab.goto(`${url}/main/protocols/${protocol.id}`, fileField);
  await tab.evaluate(watchUpload, { selector: fileField, longestMs });
  await setTimeout(lookMs);
  begin?.();
  await tab.chooseFile(fileField, file);
  const seconds = await tab.evaluate(() => globalThis.uploaded, undefined);
  await protocol.processed();
  await tab.close();
  return seconds;
}

function watchUpload({ selector, longestMs }: { selector: string; longestMs: number }): void {
  globalThis.uploaded = new Promise((resolve, reject) => {
    globalThis.setTimeout(() => reject(new Error('The upload did not end')), longestMs);
    let chosen = 0;
    const note = () => {
      chosen = performance.now();
    };
    document.querySelector(selector)?.addEventListener('change', note, { capture: true });
    const sent = new MutationObserver(() => {
      if (!document.body.textContent?.includes('сервер проверяет файл')) return;
      sent.disconnect();
      resolve((performance.now() - chosen) / 1000);
    });
    sent.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}

/** Seconds from the start of tus-js-client to its success. */
export async function uploadTheirs(
  devtools: Devtools,
  { url, file, begin }: Turn,
  options: Pick<UploadOptions, 'chunkSize' | 'retryDelays'>,
): Promise<number> {
  const tab = await Tab.open(devtools);
  await tab.goto(url, fileField);
  await setTimeout(lookMs);
  await tab.chooseFile(fileField, file);
  begin?.();
  const seconds = await tab.evaluate(uploadByTus, { selector: fileField, options });
  await tab.close();
  return seconds;
}

async function uploadByTus({ selector, options }: { selector: string; options: UploadOptions }): Promise<number> {
  const chosen = document.querySelector<HTMLInputElement>(selector)?.files?.[0];
  if (!chosen) throw new Error('no file');
  const started = performance.now();
  await new Promise<void>((onSuccess, onError) => {
    new tus.Upload(chosen, { endpoint: '/files', ...options, onSuccess: () => onSuccess(), onError }).start();
  });
  return (performance.now() - started) / 1000;
}
