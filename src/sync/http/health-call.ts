import { type Answer, apiUrl, type Http } from './client.ts';

/**
 * Asks GET /api/health, which the specification does not name: a provider may refuse it, on a page too. `isPortal` then
 * means that no call gets through, not this one alone.
 */
export async function askHealth(http: Http, limitMs: number): Promise<Answer> {
  const answer = await http.send({
    method: 'GET',
    url: apiUrl('/health'),
    cache: 'no-store',
    limitMs,
    allowsHtml: (status) => status >= 400,
  });
  return answer.isPortal ? { ...answer, isPortal: !(await answersInJson(http, limitMs)) } : answer;
}

/** A host of single-page apps shows its first page for any unknown address, but answers the calls that it has. */
async function answersInJson(http: Http, limitMs: number): Promise<boolean> {
  try {
    const answer = await http.send({ method: 'GET', url: apiUrl('/me'), cache: 'no-store', limitMs });
    const body: unknown = answer.isPortal ? null : JSON.parse(await answer.text());
    return typeof body === 'object' && body !== null;
  } catch {
    return false;
  }
}
