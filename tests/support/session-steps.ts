import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import type { Role } from '#contract/roles.ts';
import { getJson, signIn } from './api-client.ts';

export const noSession = [null, null, null];

/** The token, the role and the user id as the page keeps them. */
export function storedSession(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ['token', 'role', 'user_id'].map((key) => localStorage.getItem(key)));
}

/** Records every API call from now on; `calls` names them as «METHOD /path». */
export function watchCalls(context: BrowserContext): { calls: string[]; requests: Request[] } {
  const seen = { calls: [] as string[], requests: [] as Request[] };
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    seen.calls.push(`${request.method()} ${pathname.slice('/api'.length)}`);
    seen.requests.push(request);
  });
  return seen;
}

export function countOf(calls: string[], call: string): number {
  return calls.filter((each) => each === call).length;
}

/**
 * Opens a separate browser context in which this person is signed in; `keys` are the session's entries in its storage.
 */
export async function openAs(
  browser: Browser,
  url: string,
  who: Role | 'nobody',
  keys = ['token', 'role', 'user_id'],
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url });
  if (who === 'nobody') return context;
  const token = await signIn(url, { email: `${who}@example.ru`, password: 'protokol' });
  const { data } = await getJson<{ data: { id: string } }>(url, token, '/me');
  const values: Record<string, string> = { token, role: who, user_id: data.id };
  await context.addInitScript(
    (items) => {
      for (const [key, value] of items) localStorage.setItem(key, value);
    },
    keys.map((key): [string, string] => [key, values[key] ?? '']),
  );
  return context;
}
