import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, type CDPSession, chromium, type Page } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { getJson, signIn } from './api-client.ts';
import { chromiumPath } from './browser-process.ts';
import { FaultProxy } from './fault-proxy.ts';
import { ServerProcess } from './server-process.ts';

interface InstallStand {
  proxy: FaultProxy;
  /** A context with its own profile: apps cannot be installed without one. */
  context: BrowserContext;
  page: Page;
  /** Session of the page. */
  devtools: CDPSession;
  /** Waits for the sign-in screen, signed out, with an active worker. */
  ready(): Promise<void>;
  signIn(role: Role): Promise<void>;
}

/** A Chromium with a profile, driven through a pipe: over a port its DevTools install nothing. */
export const test = base.extend<{ stand: InstallStand }, { line: { server: ServerProcess; proxy: FaultProxy } }>({
  line: [
    // Playwright insists on an object pattern here.
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'protokol-install-'));
      const server = await ServerProcess.start(join(folder, 'data'));
      const proxy = await FaultProxy.start(server.port);
      await use({ server, proxy });
      await proxy.stop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  stand: async ({ line: { server, proxy } }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'protokol-profile-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      locale: 'ru-RU',
      viewport: { width: 1366, height: 768 },
    });
    context.setDefaultTimeout(60_000);
    const page = context.pages()[0] ?? (await context.newPage());
    await use({
      proxy,
      context,
      page,
      devtools: await context.newCDPSession(page),
      async ready() {
        await page.goto(`${proxy.url}/login`);
        await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      },
      async signIn(role) {
        const token = await signIn(server.url, { email: `${role}@example.ru`, password: 'protokol' });
        const { data } = await getJson<{ data: { id: string } }>(server.url, token, '/me');
        await page.evaluate(
          (values) => {
            for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
          },
          { token, role, user_id: String(data.id) },
        );
      },
    });
    await context.close();
    await rm(profile, { recursive: true, force: true });
    proxy.restore();
  },
});
