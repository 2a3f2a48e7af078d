import { readItem } from '#contract/envelope.ts';
import { type UploadStatus, uploadStatus } from '#contract/recordings/upload.ts';
import { headOf } from '../http/answer-head.ts';
import { apiUrl, type Http, type HttpRequest } from '../http/client.ts';
import type { Outcome } from '../http/outcome.ts';
import { type TokenSource, withTokenOf } from '../http/token.ts';
import type { UploadRow } from '../store/upload-row.ts';
import { failureOf } from './classify-failure.ts';
import { chunkAddress } from './transport.ts';

export type UploadCalls = ReturnType<typeof createUploadCalls>;

/**
 * The calls of an upload beside its chunks. Each reads the token when it starts, and after a 401 once more after the
 * one refresh shared by all tabs.
 */
export function createUploadCalls(session: TokenSource, http: Http) {
  /**
   * `settled` is a status beside 2xx which means that nothing is left to do. `read` throws for a body that is not ours.
   */
  async function ask<T>(
    { ownerId }: UploadRow,
    request: Pick<HttpRequest, 'method' | 'url' | 'body'>,
    read: (text: string) => T,
    { settled, isPlainProvider = false }: { settled?: number; isPlainProvider?: boolean } = {},
  ): Promise<Outcome<T>> {
    return withTokenOf(ownerId, session, async (token) => {
      const headers = new Headers(request.body === undefined ? {} : { 'Content-Type': 'application/json' });
      const answer = await http.send({ ...request, token, headers, cache: 'no-store', limitMs: answerMs });
      const text = await answer.text();
      const { response, status } = answer;
      if (status === 401) return 'unauthorized';
      if (!answer.isOk && status !== settled) {
        const refusal = { ...headOf(response), retryAfter: response.headers.get('Retry-After'), text };
        return { kind: 'failed', failure: failureOf(refusal, isPlainProvider) };
      }
      if (answer.isPortal) return unanswered;
      return { kind: 'ok', value: read(text) };
    });
  }

  const address = (row: UploadRow) => `${chunkAddress(row)}?upload_id=${row.uploadId}`;

  return {
    /** Fetches which chunks the server has; undefined where it does not know the upload. */
    async status(row: UploadRow): Promise<Outcome<UploadStatus | undefined>> {
      const outcome = await ask(row, { method: 'GET', url: address(row) }, (text) =>
        readItem(uploadStatus, JSON.parse(text)),
      );
      const unheard =
        outcome.kind === 'failed' &&
        outcome.failure.kind === 'refused' &&
        outcome.failure.fault.code === 'upload_unknown';
      return unheard ? { kind: 'ok', value: undefined } : outcome;
    },

    cancel: (row: UploadRow) => ask(row, { method: 'DELETE', url: address(row) }, () => undefined),

    /** Starts processing; sent again it is the same job, by the upload's id. */
    async process(row: UploadRow, isPlainProvider: boolean): Promise<Outcome<undefined>> {
      const url = apiUrl(`/protocols/${encodeURIComponent(row.protocolId)}/process-video`);
      const body = isPlainProvider ? undefined : JSON.stringify({ upload_id: row.uploadId });
      // Only by this status can a plain provider say that it is already processing, whatever its text.
      const already = isPlainProvider && { settled: 409 };
      return ask(row, { method: 'POST', url, ...(body !== undefined && { body }) }, () => undefined, {
        isPlainProvider,
        ...already,
      });
    },
  };
}

const answerMs = 30_000;

const unanswered = { kind: 'failed', failure: { kind: 'network' } } as const;
