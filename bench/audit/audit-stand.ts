import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '#contract/roles.ts';
import { getJson, signIn } from '#tests/support/api-client.ts';
import { BrowserProcess } from '#tests/support/browser-process.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { Devtools } from '../devtools.ts';

/** A server with demo data, and a browser in which somebody is signed in. */
export interface AuditStand {
  url: string;
  /** Port of the browser's DevTools. */
  port: number;
  signInAs: (who: Role | 'nobody') => Promise<void>;
  /** Visits an address repeatedly until the device has everything cached. */
  keep: (url: string) => Promise<void>;
}

/** Hands a server and a browser of their own to `use`, and ends both. */
export async function onAuditStand<T>(use: (stand: AuditStand) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'protokol-audit-'));
  const server = await ServerProcess.start(join(folder, 'data'));
  const browser = new BrowserProcess(join(folder, 'profile'));
  const address = await browser.launch();
  const devtools = await Devtools.connect(address);
  try {
    const signInAs = (who: Role | 'nobody') => putSession(devtools, server.url, who);
    const keep = (url: string) => visitUntilKept(devtools, url);
    return await use({ url: server.url, port: Number(new URL(address).port), signInAs, keep });
  } finally {
    devtools.close();
    await browser.kill();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A fresh session each time: a token lives shorter than an audit. */
async function putSession(devtools: Devtools, url: string, who: Role | 'nobody'): Promise<void> {
  const values = who === 'nobody' ? {} : await newSession(url, who);
  const tab = await devtools.openTab();
  await devtools.send('Page.enable', {}, tab);
  // An address of the same origin that no part of the app is loaded from.
  await devtools.send('Page.navigate', { url: `${url}/api/health` }, tab);
  const expression = `localStorage.clear();
    for (const [key, value] of Object.entries(${JSON.stringify(values)})) localStorage.setItem(key, value);
    location.origin`;
  const { result } = await devtools.send('Runtime.evaluate', { expression }, tab);
  const { value } = result as { value?: unknown };
  if (value !== url) throw new Error(`The session was put to ${String(value)}, not to ${url}`);
  await devtools.send('Page.close', {}, tab);
}

/** The service worker caches the app on the first visit; the browser caches compiled code after a few runs. */
const visits = 3;

async function visitUntilKept(devtools: Devtools, url: string): Promise<void> {
  for (let visit = 0; visit < visits; visit += 1) {
    const tab = await devtools.openTab();
    await devtools.send('Page.enable', {}, tab);
    await devtools.send('Page.navigate', { url }, tab);
    const expression = `navigator.serviceWorker.ready
      .then(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 }))).then(() => true)`;
    const { result } = await devtools.send('Runtime.evaluate', { expression, awaitPromise: true }, tab);
    if ((result as { value?: unknown }).value !== true) throw new Error(`${url} was not kept`);
    await devtools.send('Page.close', {}, tab);
  }
}

async function newSession(url: string, who: Role): Promise<Record<string, string>> {
  const token = await signIn(url, { email: `${who}@example.ru`, password: 'protokol' });
  const { data } = await getJson<{ data: { id: string } }>(url, token, '/me');
  return { token, role: who, user_id: data.id };
}
