import type { Clock } from '../time/clock.ts';
import { answerMs, chunkAddress, chunkForm, readAnswer, stallMs, type Transport } from './transport.ts';

/** The worker's transport: fetch tells no progress, so that one timer stands for both. */
export function createFetchTransport(clock: Clock, fetch: typeof globalThis.fetch): Transport {
  return async (chunk, _onSent, signal) => {
    const timeout = new AbortController();
    const cancel = clock.after(stallMs + answerMs, () => timeout.abort());
    try {
      const response = await fetch(chunkAddress(chunk.row), {
        method: 'POST',
        headers: { Accept: 'application/json', Authorization: `Bearer ${chunk.token}` },
        body: chunkForm(chunk),
        signal: AbortSignal.any([signal, timeout.signal]),
      });
      const answer = {
        status: response.status,
        contentType: response.headers.get('Content-Type') ?? '',
        redirected: response.redirected,
        retryAfter: response.headers.get('Retry-After'),
        text: await response.text(),
      };
      return readAnswer(answer, chunk);
    } catch {
      return { kind: 'failed', failure: { kind: timeout.signal.aborted ? 'timeout' : 'network' } };
    } finally {
      cancel();
    }
  };
}
