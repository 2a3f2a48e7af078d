import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { demoSecretary } from '#tests/support/api-client.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { PageRecord } from './page-record.ts';
import type { Stand } from './stand.ts';

/**
 * `visited`: a tab of a context that other cells used, for faults of the line · `shared`: a fresh context · `own`: a browser
 * process on a profile of the cell's own, which can be killed and opened again · `small-disk`: the same on a disk that has
 * not room for two recordings, and ends with the process.
 */
export type BrowserKind = 'visited' | 'shared' | 'own' | 'small-disk';

/** A signed-in browser with one page, and what its pages show. */
export interface CellBrowser {
  page: Page;
  record: PageRecord;
  /** Separate process of the cell. */
  process?: BrowserProcess;
  close(): Promise<void>;
}

/** An access token is valid for 15 minutes: before that another context replaces the visited one. */
const visitedForMs = 8 * 60_000;

/** Opens the kind of browser that a cell asks for, signed in as the demo secretary. */
export async function openCellBrowser(stand: Stand, kind: BrowserKind = 'shared'): Promise<CellBrowser> {
  if (kind === 'visited') return openTab(stand);
  if (kind === 'own') return openProcess(stand, {});
  if (kind === 'small-disk') return openProcess(stand, { diskBytes: 128 * 1024 * 1024 });
  const { context, record } = await openContext(stand);
  return { page: await firstPage(context), record, close: () => context.close() };
}

/** The first page of a context. */
export async function firstPage(context: BrowserContext): Promise<Page> {
  context.setDefaultTimeout(20_000);
  return context.pages()[0] ?? (await context.newPage());
}

async function openTab(stand: Stand): Promise<CellBrowser> {
  if (!stand.visited || stand.visited.until < Date.now()) {
    await stand.visited?.context.close();
    stand.visited = { ...(await openContext(stand)), until: Date.now() + visitedForMs };
  }
  const { context, record } = stand.visited;
  record.clear();
  const page = await context.newPage();
  return {
    page,
    record,
    async close() {
      for (const open of context.pages().slice(1)) await open.close();
    },
  };
}

async function openContext(stand: Stand): Promise<{ context: BrowserContext; record: PageRecord }> {
  const context = await stand.browser.newContext({ locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  const record = new PageRecord();
  await record.watch(context);
  await enter(await firstPage(context), stand.proxy.url);
  return { context, record };
}

async function openProcess(stand: Stand, options: { diskBytes?: number }): Promise<CellBrowser> {
  const process = new BrowserProcess(join(stand.folder, `profile-${Date.now()}`), options);
  const context = await process.start();
  const record = new PageRecord();
  await record.watch(context);
  const page = await firstPage(context);
  await enter(page, stand.proxy.url);
  return {
    page,
    record,
    process,
    async close() {
      await process.kill();
      await rm(process.profile, { recursive: true, force: true });
    },
  };
}

/** Starts a separate session, by the calls that the form makes. */
export async function enter(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/head.js`);
  await page.evaluate(async (credentials) => {
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
