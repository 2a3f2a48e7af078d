import { readItem } from '#contract/envelope.ts';
import { type UploadStatus, uploadStatus } from '#contract/upload.ts';
import type { Outcome } from '../http/outcome.ts';
import { timeLimit } from '../http/time-limit.ts';
import { type TokenSource, withTokenOf } from '../session/with-token.ts';
import type { UploadRow } from '../store/upload-row.ts';
import type { Clock } from '../time/clock.ts';
import { failureOf } from './failures.ts';
import { chunkAddress } from './transport.ts';

export type Provider = ReturnType<typeof createProvider>;

/**
 * The calls of an upload beside its chunks. Each reads the token when it starts, and after a 401 once more behind the
 * one refresh of all tabs.
 */
export function createProvider(session: TokenSource, fetch: typeof globalThis.fetch, clock: Clock) {
  /** `settled` is a status beside 2xx that says that nothing is left to do. `read` throws at what is not the server's. */
  async function ask<T>(
    { ownerId }: UploadRow,
    path: string,
    init: RequestInit,
    read: (text: string) => T,
    settled?: number,
  ): Promise<Outcome<T>> {
    return withTokenOf(ownerId, session, async (token) => {
      const headers = new Headers({ Accept: 'application/json', Authorization: `Bearer ${token}` });
      if (init.body !== undefined) headers.set('Content-Type', 'application/json');
      const limit = timeLimit(clock, answerMs);
      const request = { ...init, headers, cache: 'no-store', signal: limit.signal } as const;
      const [response, text] = await fetch(path, request)
        .then(async (answer) => [answer, await answer.text()] as const)
        .finally(limit.clear);
      if (response.status === 401) return 'unauthorized';
      const contentType = response.headers.get('Content-Type') ?? '';
      if (!response.ok && response.status !== settled) {
        const answer = { status: response.status, contentType, retryAfter: response.headers.get('Retry-After'), text };
        return { kind: 'failed', failure: failureOf(answer, false) };
      }
      if (response.redirected || contentType.startsWith('text/html')) return unanswered;
      return { kind: 'ok', value: read(text) };
    });
  }

  const address = (row: UploadRow) => `${chunkAddress(row)}?upload_id=${row.uploadId}`;

  return {
    /** What the server holds; undefined where it has not heard of the upload. */
    async status(row: UploadRow): Promise<Outcome<UploadStatus | undefined>> {
      const outcome = await ask(row, address(row), { method: 'GET' }, (text) =>
        readItem(uploadStatus, JSON.parse(text)),
      );
      const unheard =
        outcome.kind === 'failed' &&
        outcome.failure.kind === 'refused' &&
        outcome.failure.fault.code === 'upload_unknown';
      return unheard ? { kind: 'ok', value: undefined } : outcome;
    },

    cancel: (row: UploadRow) => ask(row, address(row), { method: 'DELETE' }, () => undefined),

    /** Starts processing; sent again it is the same job, by the upload's id. */
    async process(row: UploadRow, plain: boolean): Promise<Outcome<undefined>> {
      const path = `/api/protocols/${encodeURIComponent(row.protocolId)}/process-video`;
      const body = plain ? undefined : JSON.stringify({ upload_id: row.uploadId });
      // A plain provider has only this to say that it is at it already, whatever its words.
      const already = plain ? 409 : undefined;
      return ask(row, path, { method: 'POST', ...(body !== undefined && { body }) }, () => undefined, already);
    },
  };
}

const answerMs = 30_000;

const unanswered = { kind: 'failed', failure: { kind: 'network' } } as const;
