import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { BrowserProcess, testBrowserPath } from './browser-process.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ServerProcess } from './server-process.ts';

/**
 * Environment of a browser test: a server and a browser in separate processes, and a network between them that can be
 * cut.
 */
interface Stand {
  /** Folder of this test, deleted afterwards. */
  folder: string;
  server: ServerProcess;
  proxy: FaultProxy;
  browser: BrowserProcess;
}

export const test = base.extend<{ stand: Stand; browserFlags: string[] }>({
  browserFlags: [[], { option: true }],
  stand: async ({ browserFlags: flags }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'protokol-e2e-'));
    const server = await ServerProcess.start(join(folder, 'data'));
    const proxy = await FaultProxy.start(server.port);
    const browser = new BrowserProcess(join(folder, 'profile'), { flags, program: testBrowserPath() });
    await use({ folder, server, proxy, browser });
    await browser.kill();
    await proxy.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  },
});
