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

  /**
   * Stops every worker of the browser, whatever it is doing. Resolves when the app's was stopped; a page may restart
   * it.
   */
  async stopAll(): Promise<void> {
    const before = this.#stops;
    await until(async () => {
      // The command skips a worker that is just starting.
      if (this.#stops === before) await this.#devtools.send('ServiceWorker.stopAllWorkers');
      return this.#stops > before || undefined;
    }, 'the end of the service worker');
  }

  /** Fires the sync, as the browser does when the connection is back. */
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

/** Reloads the page, since a worker does not control pages that were opened before it. */
export async function reloadUnderWorker(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}
