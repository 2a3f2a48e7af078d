import type { Clock } from '../time/clock.ts';
import {
  answerMs,
  type ChunkOutcome,
  chunkAddress,
  chunkForm,
  readAnswer,
  stallMs,
  type Transport,
} from './transport.ts';

/** The page's transport: XMLHttpRequest, since only it tells how much was sent. */
export function createXhrTransport(clock: Clock): Transport {
  return (chunk, onSent, signal) =>
    new Promise<ChunkOutcome>((resolve) => {
      const request = new XMLHttpRequest();
      let cancel = clock.after(stallMs, giveUp);

      function giveUp() {
        settle({ kind: 'failed', failure: { kind: 'timeout' } });
        request.abort();
      }
      function restart(ms: number) {
        cancel();
        cancel = clock.after(ms, giveUp);
      }
      function settle(outcome: ChunkOutcome) {
        cancel();
        signal.removeEventListener('abort', abort);
        resolve(outcome);
      }
      function abort() {
        request.abort();
        settle({ kind: 'failed', failure: { kind: 'network' } });
      }

      request.upload.addEventListener('progress', ({ loaded }) => {
        restart(stallMs);
        onSent(Math.min(chunk.offset + loaded, chunk.blob.size));
      });
      request.upload.addEventListener('load', () => restart(answerMs));
      request.addEventListener('error', () => settle({ kind: 'failed', failure: { kind: 'network' } }));
      request.addEventListener('load', () => settle(readAnswer(rawAnswer(request), chunk)));
      signal.addEventListener('abort', abort);
      if (signal.aborted) return abort();
      request.open('POST', chunkAddress(chunk.row));
      request.setRequestHeader('Accept', 'application/json');
      request.setRequestHeader('Authorization', `Bearer ${chunk.token}`);
      request.send(chunkForm(chunk));
    });
}

function rawAnswer(request: XMLHttpRequest) {
  const asked = new URL(request.responseURL || location.href);
  return {
    status: request.status,
    contentType: request.getResponseHeader('Content-Type'),
    redirected: !asked.pathname.endsWith('/upload-chunks'),
    retryAfter: request.getResponseHeader('Retry-After'),
    text: request.responseText,
  };
}
