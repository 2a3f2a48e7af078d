import { readItem } from '#contract/envelope.ts';
import { tokenReply } from '#contract/identity/session.ts';
import { type Answer, apiUrl, type Http } from '../http/client.ts';
import { isOwnRefusal, parseJson } from '../http/reply.ts';
import type { RefreshOutcome } from '../http/token.ts';

const answerMs = 30_000;

/** POST /api/refresh. @param isOurs whether the server of this session is known to be ours, which says no in JSON */
export async function askForToken(
  http: Http,
  stale: string,
  signal: AbortSignal,
  isOurs: boolean,
): Promise<RefreshOutcome> {
  try {
    const url = apiUrl('/refresh');
    // A gateway in front of another server may refuse with a page.
    const allowsHtml = (status: number) => !isOurs && status === 401;
    const answer = await http.send({ method: 'POST', url, token: stale, signal, limitMs: answerMs, allowsHtml });
    return readToken(answer, await answer.text(), isOurs);
  } catch {
    return { kind: 'unavailable', reason: 'network' };
  }
}

/**
 * Reads the answer to a refresh. Our server gives a token or refuses in JSON; from another one any whole answer without a
 * token ends the session.
 */
function readToken({ status, isOk, isPortal }: Answer, text: string, isOurs: boolean): RefreshOutcome {
  if (status >= 500 || status === 408 || status === 429) return { kind: 'unavailable', reason: String(status) };
  if (isPortal) return { kind: 'unavailable', reason: 'html' };
  if (!isOk) return isOurs && !isOwnRefusal(text) ? { kind: 'unavailable', reason: 'foreign' } : { kind: 'no-token' };
  const body = parseJson(text);
  if (body === undefined && isOurs) return { kind: 'unavailable', reason: 'broken' };
  try {
    return { kind: 'token', token: readItem(tokenReply, body).token };
  } catch {
    return { kind: 'no-token' };
  }
}
