import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { createProtocol, getJson, signIn } from '#tests/support/api-client.ts';
import type { BrowserProcess } from '#tests/support/browser-process.ts';
import type { FaultProxy } from '#tests/support/fault-proxy.ts';
import { until } from '#tests/support/processes.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { type BrowserKind, type CellBrowser, enter, firstPage, openCellBrowser } from './cell-browser.ts';
import type { Figures } from './figures.ts';
import type { PageRecord } from './page-record.ts';
import type { Recording } from './recording.ts';
import type { Stand } from './stand.ts';

/** One upload of a cell: a protocol, a signed-in browser context and what is recorded of both. */
export class CellRun {
  readonly stand: Stand;
  readonly protocolId: string;
  readonly figures: Figures = {};
  /** Number of faults so far. */
  faults = 0;
  /** Time of the last fault, in epoch milliseconds. */
  struckAt = 0;
  /** When the connection was last restored, in epoch milliseconds. */
  givenBackAt = 0;
  /** The current page of the cell; a cell that opens another one puts it here. */
  page: Page;

  readonly #browser: CellBrowser;

  private constructor(stand: Stand, protocolId: string, browser: CellBrowser, page: Page) {
    this.stand = stand;
    this.protocolId = protocolId;
    this.#browser = browser;
    this.page = page;
  }

  /** Makes a protocol and opens its screen, signed in, in the kind of browser that the cell asks for. */
  static async start(stand: Stand, title: string, kind: BrowserKind = 'shared'): Promise<CellRun> {
    stand.proxy.clear();
    stand.token = await signIn(stand.server.url);
    const protocolId = await createProtocol(stand.server.url, stand.token, title);
    const browser = await openCellBrowser(stand, kind);
    const run = new CellRun(stand, protocolId, browser, browser.page);
    await run.page.goto(run.address);
    return run;
  }

  /** Record of what the cell's pages showed. */
  get record(): PageRecord {
    return this.#browser.record;
  }

  /** The cell's own browser process. */
  get browserProcess(): BrowserProcess {
    const { process } = this.#browser;
    if (!process) throw new Error('The cell shares a browser: it says `browser: "own"` to have one');
    return process;
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /** Starts the cell's own browser again, on the same profile, and opens the protocol's screen when `prepare` is through. */
  async reopenBrowser(prepare: (page: Page) => Promise<unknown> = async () => undefined): Promise<void> {
    const context = await this.browserProcess.start();
    await this.record.watch(context);
    this.page = await firstPage(context);
    await prepare(this.page);
    await this.page.goto(this.address);
  }

  /** Opens the protocol's screen in another tab, which becomes the current page. */
  async openTab(): Promise<void> {
    this.page = await this.context.newPage();
    await this.page.goto(this.address);
  }

  /** Closes everything that the cell opened. */
  close(): Promise<void> {
    return this.#browser.close();
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

  /** Address of the protocol's screen. */
  get address(): string {
    return `${this.proxy.url}/main/protocols/${this.protocolId}`;
  }

  /** The upload on the screen. */
  get upload(): Locator {
    return this.page.getByRole('region', { name: 'Загрузка видео' });
  }

  /** Signs the context in with a new session, also where it was signed in. Leaves the app's screen. */
  signIn(): Promise<void> {
    return enter(this.page, this.proxy.url);
  }

  /** Gives the recording, or another file, to the page. */
  async pick(path: string = this.recording.path): Promise<void> {
    await this.page.getByLabel('Выбрать видео').setInputFiles(path);
  }

  /** Copies the recording for a cell that may change it; the copy is deleted with the stand. */
  async copyRecording(): Promise<string> {
    const path = join(this.stand.folder, `recording-${this.protocolId}.mp4`);
    await copyFile(this.recording.path, path);
    return path;
  }

  /** Waits until the page shows these words for the upload. */
  async untilShown(words: RegExp): Promise<void> {
    await expect(this.upload).toContainText(words);
  }

  /** Starts a fault, which may cost as many chunks as there are slots. */
  strike(fault: () => void): void {
    this.faults += 1;
    this.struckAt = Date.now();
    fault();
  }

  /** Notes that the connection is restored. */
  giveBack(): void {
    this.givenBackAt = Date.now();
    this.proxy.restore();
  }

  /** Resolves with the numbers of chunks and of queued uploads on the device. Asks the page, which must be open. */
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
