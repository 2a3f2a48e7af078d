import { headOf } from '../http/answer-head.ts';
import { NetworkError } from '../http/api-errors.ts';
import type { Http } from '../http/client.ts';
import { answerMs, chunkAddress, chunkForm, readAnswer, stallMs, type Transport } from './transport.ts';

/** The worker's transport: fetch reports no progress, so one timer covers both limits. */
export function createFetchTransport(http: Http): Transport {
  return async (chunk, _onSent, signal) => {
    try {
      const { response, text } = await http.send({
        method: 'POST',
        url: chunkAddress(chunk.row),
        token: chunk.token,
        body: chunkForm(chunk),
        limitMs: stallMs + answerMs,
        signal,
      });
      const retryAfter = response.headers.get('Retry-After');
      return readAnswer({ ...headOf(response), retryAfter, text: await text() }, chunk);
    } catch (error) {
      const isLate = error instanceof NetworkError && error.isLate;
      return { kind: 'failed', failure: { kind: isLate ? 'timeout' : 'network' } };
    }
  };
}
