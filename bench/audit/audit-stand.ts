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
  /** Of the browser's DevTools. */
  port: number;
  signInAs: (who: Role | 'nobody') => Promise<void>;
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
    return await use({ url: server.url, port: Number(new URL(address).port), signInAs });
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

async function newSession(url: string, who: Role): Promise<Record<string, string>> {
  const token = await signIn(url, { email: `${who}@example.ru`, password: 'protokol' });
  const { data } = await getJson<{ data: { id: string } }>(url, token, '/me');
  return { token, role: who, user_id: data.id };
}
