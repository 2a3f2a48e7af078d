import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { createProtocol, demoSecretary, getJson } from '#tests/support/api-client.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { until } from '#tests/support/processes.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { PageRecord } from './page-record.ts';
import type { Recording } from './recording.ts';
import type { Stand } from './stand.ts';

/** What a cell measured, by the name under which the table shows it. */
export type Figures = Record<string, string>;

/** One upload of a cell: a protocol, a signed-in browser context and what is known of both. */
export class CellRun {
  readonly stand: Stand;
  readonly protocolId: string;
  readonly record = new PageRecord();
  readonly figures: Figures = {};
  /** How many times something struck. */
  faults = 0;
  /** When something struck last. Epoch milliseconds. */
  struckAt = 0;
  /** When the line came back last. Epoch milliseconds. */
  givenBackAt = 0;
  /** The page that the cell looks at; a cell that opens another one puts it here. */
  page: Page;

  readonly #process: BrowserProcess | undefined;

  private constructor(stand: Stand, protocolId: string, page: Page, process: BrowserProcess | undefined) {
    this.stand = stand;
    this.protocolId = protocolId;
    this.page = page;
    this.#process = process;
  }

  /** Makes a protocol and opens its screen, signed in, in a browser context or a browser process of its own. */
  static async start(stand: Stand, title: string, browser: 'shared' | 'own' = 'shared'): Promise<CellRun> {
    stand.proxy.clear();
    const protocolId = await createProtocol(stand.server.url, stand.token, title);
    const process = browser === 'own' ? new BrowserProcess(join(stand.folder, `profile-${protocolId}`)) : undefined;
    const context = process
      ? await process.start()
      : await stand.browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
    const run = new CellRun(stand, protocolId, await firstPage(context), process);
    await run.record.watch(context);
    await run.signIn();
    await run.page.goto(run.address);
    return run;
  }

  /** The cell's own browser process. */
  get browserProcess(): BrowserProcess {
    if (!this.#process) throw new Error('The cell shares a browser: it says `browser: "own"` to have one');
    return this.#process;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Starts the cell's own browser again, on the same profile, and opens the protocol's screen. */
  async reopenBrowser(): Promise<void> {
    const context = await this.browserProcess.start();
    await this.record.watch(context);
    this.page = await firstPage(context);
    await this.page.goto(this.address);
  }

  /** Opens the protocol's screen in another tab, and looks at that one from now on. */
  async openTab(): Promise<void> {
    this.page = await this.context.newPage();
    await this.page.goto(this.address);
  }

  /** Closes everything that the cell opened. */
  async close(): Promise<void> {
    if (this.#process) {
      await this.#process.kill();
      await rm(this.#process.profile, { recursive: true, force: true });
    } else await this.context.close();
  }

  get proxy(): FaultProxy {
    return this.stand.proxy;
  }

  get server(): ServerProcess {
    return this.stand.server;
  }

  get recording(): Recording {
    return this.stand.recording;
  }

  /** The protocol's screen. */
  get address(): string {
    return `${this.proxy.url}/main/protocols/${this.protocolId}`;
  }

  /** What the screen says of the upload. */
  get upload(): Locator {
    return this.page.getByRole('region', { name: 'Загрузка видео' });
  }

  /** Signs the page's browser context in as the demo secretary: a session of the context's own. */
  async signIn(): Promise<void> {
    await this.page.goto(`${this.proxy.url}/theme.js`);
    await this.page.evaluate(async (credentials) => {
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const entered = await fetch('/api/login', { method: 'POST', headers, body: JSON.stringify(credentials) });
      const { token } = ((await entered.json()) as { data: { token: string } }).data;
      const known = await fetch('/api/me', { headers: { ...headers, Authorization: `Bearer ${token}` } });
      const { id, role } = ((await known.json()) as { data: { id: string; role: string } }).data;
      localStorage.setItem('token', token);
      localStorage.setItem('role', role);
      localStorage.setItem('user_id', id);
    }, demoSecretary);
  }

  /** Gives the recording, or another file, to the page. */
  async pick(path: string = this.recording.path): Promise<void> {
    await this.page.getByLabel('Выбрать видео').setInputFiles(path);
  }

  /** A copy of the recording that the cell may change; it goes with the stand. */
  async copyRecording(): Promise<string> {
    const path = join(this.stand.folder, `recording-${this.protocolId}.mp4`);
    await copyFile(this.recording.path, path);
    return path;
  }

  /** Waits until the upload's words on the page are these. */
  async untilShown(words: RegExp): Promise<void> {
    await expect(this.upload).toContainText(words);
  }

  /** The fault begins: it may cost as many chunks as there are slots. */
  strike(fault: () => void): void {
    this.faults += 1;
    this.struckAt = Date.now();
    fault();
  }

  /** The line is back as it was. */
  giveBack(): void {
    this.givenBackAt = Date.now();
    this.proxy.restore();
  }

  /** How many chunks lie on the device, and how many uploads are queued there. Asks the page, which must be open. */
  kept(): Promise<{ chunks: number; uploads: number }> {
    return this.page.evaluate(
      () =>
        new Promise<{ chunks: number; uploads: number }>((resolve, reject) => {
          const opening = indexedDB.open('protokol-queue');
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const database = opening.result;
            const transaction = database.transaction(['chunks', 'uploads']);
            const chunks = transaction.objectStore('chunks').count();
            const uploads = transaction.objectStore('uploads').count();
            transaction.oncomplete = () => {
              database.close();
              resolve({ chunks: chunks.result, uploads: uploads.result });
            };
          };
        }),
    );
  }

  /** Waits until the server has processed the recording and the page has let go of the upload. */
  async untilDone(): Promise<void> {
    await until(async () => ((await this.stage()) === 'success_video_process' ? true : undefined), 'the processing');
    await until(async () => ((await this.kept()).uploads === 0 ? true : undefined), 'the end of the queue');
  }

  async stage(): Promise<string> {
    const { server, token } = this.stand;
    const { data } = await getJson<{ data: { stage: string } }>(server.url, token, `/protocols/${this.protocolId}`);
    return data.stage;
  }
}

async function firstPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(20_000);
  return context.pages()[0] ?? (await context.newPage());
}
