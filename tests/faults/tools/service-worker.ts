import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { syncTag } from '#src/sync/worker/worker-questions.ts';
import { until } from '#tests/support/processes.ts';

interface Version {
  versionId: string;
  registrationId: string;
  scriptURL: string;
  status: string;
  runningStatus: string;
}

/** The app's service worker, by raw DevTools of a blank page: watched from there it lives and ends as it does for people. */
export class AppWorker {
  readonly #devtools: CDPSession;
  readonly #origin: string;
  readonly #versions = new Map<string, Version>();
  #stops = 0;

  private constructor(devtools: CDPSession, origin: string) {
    this.#devtools = devtools;
    this.#origin = origin;
  }

  /** Resolves once the worker of this origin is active. Leaves a blank page open. */
  static async watch(context: BrowserContext, origin: string): Promise<AppWorker> {
    const worker = new AppWorker(await context.newCDPSession(await context.newPage()), new URL(origin).origin);
    worker.#devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const version of versions) worker.#take(version);
    });
    await worker.#devtools.send('ServiceWorker.enable');
    await until(() => worker.#active, 'an active service worker');
    return worker;
  }

  get isRunning(): boolean {
    return this.#active?.runningStatus === 'running';
  }

  /** Ends every worker of the browser, whatever it is at. Resolves when the app's one was stopped; a page may wake it again. */
  async stopAll(): Promise<void> {
    const before = this.#stops;
    await until(async () => {
      // A worker that is just starting is passed over by the command.
      if (this.#stops === before) await this.#devtools.send('ServiceWorker.stopAllWorkers');
      return this.#stops > before || undefined;
    }, 'the end of the service worker');
  }

  /** What the browser does when it finds that the connection is back. */
  async sync(): Promise<void> {
    const registrationId = this.#active?.registrationId ?? '';
    const event = { origin: this.#origin, registrationId, tag: syncTag, lastChance: false };
    await this.#devtools.send('ServiceWorker.dispatchSyncEvent', event);
  }

  #take(version: Version): void {
    const before = this.#versions.get(version.versionId);
    this.#versions.set(version.versionId, version);
    if (this.#active !== version || version.runningStatus !== 'stopped') return;
    if (before?.runningStatus !== 'stopped') this.#stops += 1;
  }

  get #active(): Version | undefined {
    return [...this.#versions.values()].find(
      ({ scriptURL, status }) => scriptURL.startsWith(this.#origin) && status === 'activated',
    );
  }
}

/** Opens the page once more, since a worker controls no page that was there before it. */
export async function reloadUnderWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
