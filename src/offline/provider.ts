import { readItem } from '#contract/envelope.ts';
import { type UploadStatus, uploadStatus } from '#contract/upload.ts';
import type { Clock } from './clock.ts';
import type { Failure } from './engine-types.ts';
import { failureOf } from './failures.ts';
import type { Session } from './session.ts';
import { timeLimit } from './time-limit.ts';
import { chunkAddress } from './transport.ts';
import type { UploadRow } from './upload-row.ts';

/** What a call for an upload came to. */
export type Outcome<T> = { kind: 'ok'; value: T } | { kind: 'failed'; failure: Failure };

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

export type TokenSource = Pick<Session, 'read' | 'refresh' | 'clear' | 'owner'>;

/**
 * Runs a call with the token of now, and after a 401 once more with a new one; without one the person is signed out. A
 * new token that is refused too is the server's trouble, and goes by itself.
 */
export async function withToken<T>(
  session: Omit<TokenSource, 'owner'>,
  call: (token: string) => Promise<Outcome<T> | 'unauthorized'>,
): Promise<Outcome<T>> {
  try {
    const token = await session.read();
    if (token === null) return signedOut;
    const first = await call(token);
    if (first !== 'unauthorized') return first;
    const refreshed = await session.refresh(token);
    if (refreshed.kind === 'unavailable') return unanswered;
    if (refreshed.kind === 'no-token') {
      // Somebody may have signed in meanwhile: only the session that was refused ends.
      if ((await session.read()) === token) await session.clear();
      return signedOut;
    }
    const second = await call(refreshed.token);
    // The server gives tokens that it does not take: nobody has to sign in for that to pass.
    return second === 'unauthorized' ? refusedAnew : second;
  } catch {
    return unanswered;
  }
}

const refusedAnew = { kind: 'failed', failure: { kind: 'server', retryAfterMs: 0 } } as const;
const signedOut = { kind: 'failed', failure: { kind: 'signed-out' } } as const;

/** As `withToken`, in this person's name only: somebody else may have signed in since, also while a 401 was settled. */
export function withTokenOf<T>(
  ownerId: string,
  session: TokenSource,
  call: (token: string) => Promise<Outcome<T> | 'unauthorized'>,
): Promise<Outcome<T>> {
  return withToken(session, async (token) => ((await session.owner()) === ownerId ? call(token) : signedOut));
}
