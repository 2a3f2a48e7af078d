import { readItem } from '#contract/envelope.ts';
import { tokenReply } from '#contract/session.ts';
import { isForeignPage } from '../http/foreign-page.ts';
import { parseJson } from '../http/parse-json.ts';

export type RefreshOutcome =
  | { kind: 'token'; token: string }
  /** The server gave none: the person is signed out. */
  | { kind: 'no-token' }
  /** It could not be asked: nothing is known, and nothing is lost. */
  | { kind: 'unavailable'; reason: string };

const answerMs = 30_000;

/** POST /api/refresh. */
export async function askForToken(
  fetch: typeof globalThis.fetch,
  stale: string,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  try {
    const response = await fetch('/api/refresh', {
      method: 'POST',
      headers: { Accept: 'application/json', Authorization: `Bearer ${stale}` },
      credentials: 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    return readToken(response, await response.text());
  } catch {
    return { kind: 'unavailable', reason: 'network' };
  }
}

/** Only an answer that is surely the server's own «no» ends a session. */
function readToken(response: Response, text: string): RefreshOutcome {
  const { status } = response;
  if (status >= 500 || status === 408 || status === 429) return { kind: 'unavailable', reason: String(status) };
  if (isForeignPage(response)) return { kind: 'unavailable', reason: 'html' };
  if (!response.ok) return { kind: 'no-token' };
  const body = parseJson(text);
  if (body === undefined) return { kind: 'unavailable', reason: 'broken' };
  try {
    return { kind: 'token', token: readItem(tokenReply, body).token };
  } catch {
    return { kind: 'no-token' };
  }
}
