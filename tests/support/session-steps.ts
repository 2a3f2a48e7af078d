import type { BrowserContext, Page, Request } from '@playwright/test';

export const noSession = [null, null, null];

/** The token, the role and the user id as the page keeps them. */
export function storedSession(page: Page): Promise<(string | null)[]> {
  return page.evaluate(() => ['token', 'role', 'user_id'].map((key) => localStorage.getItem(key)));
}

/** Every call of the API that goes out from now on; `calls` names them as «METHOD /path». */
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
