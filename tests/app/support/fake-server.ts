import { vi } from 'vitest';

export interface Received {
  method: string;
  path: string;
  query: URLSearchParams;
  authorization: string | null;
  accept: string | null;
  idempotencyKey: string | null;
  body: unknown;
}

/** Connection of the requests of one test. */
let line = new AbortController();

/** Cuts the connection of this test: its unanswered requests fail, as do all requests before the next test. */
export function endLine(): void {
  line.abort();
}

type Answer = (received: Received) => Response | Promise<Response>;

interface FakeServer {
  received: Received[];
  answers: Record<string, Answer>;
  /** While it is set, no request gets an answer, including earlier ones. */
  isOutOfReach: boolean;
}

/** Starts a server inside the test: it answers as `answers` says for «METHOD /path» below /api, with 404 otherwise. */
export function fakeServer(answers: Record<string, Answer>): FakeServer {
  const received: Received[] = [];
  const server: FakeServer = {
    received,
    isOutOfReach: false,
    answers: { 'GET /health': () => Response.json({ status: 'ok', capabilities: [] }), ...answers },
  };
  if (line.signal.aborted) line = new AbortController();
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost');
    const call: Received = {
      method: init.method ?? 'GET',
      path: url.pathname.replace(/^\/api/, ''),
      query: url.searchParams,
      authorization: new Headers(init.headers).get('Authorization'),
      accept: new Headers(init.headers).get('Accept'),
      idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    };
    received.push(call);
    const answer = server.answers[`${call.method} ${call.path}`] ?? unknownAddress;
    const broken = brokenOff(init.signal);
    broken.catch(() => undefined);
    const reply = await Promise.race([server.isOutOfReach ? noConnection() : answer(call), broken]);
    return server.isOutOfReach ? noConnection() : sent(reply, broken);
  });
  return server;
}

const unknownAddress = () => refuse(404, 'not_found', 'Такого адреса нет');

/** Rejects when the request is aborted, or its connection is cut. */
function brokenOff(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    for (const [end, reason] of [
      [signal, () => signal?.reason],
      [line.signal, () => new TypeError('Failed to fetch')],
    ] as const) {
      if (end?.aborted) reject(reason());
      end?.addEventListener('abort', () => reject(reason()), { once: true });
    }
  });
}

/**
 * A copy of the answer, since one that a test holds back goes to every request that waited for it, and a body can be
 * read only once. An event stream breaks off with its request, as that of `fetch` does; other bodies are there whole.
 */
function sent(reply: Response, broken: Promise<never>): Response {
  const copy = reply.clone();
  if (!copy.body || copy.headers.get('Content-Type') !== 'text/event-stream') return copy;
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const stop = new AbortController();
  copy.body.pipeTo(writable, { signal: stop.signal }).catch(() => undefined);
  broken.catch((reason: unknown) => stop.abort(reason));
  return new Response(readable, copy);
}

export function refuse(status: number, code: string, message: string): Response {
  return Response.json({ message, code }, { status });
}

/** Throws as fetch does without a connection. */
export function noConnection(): never {
  throw new TypeError('Failed to fetch');
}

/** Returns a page of rows as our server sends it. */
export function pageOf(rows: object[], total = rows.length, page = 1): Response {
  const meta = { current_page: page, per_page: 15, last_page: Math.max(1, Math.ceil(total / 15)), total };
  return Response.json({ data: rows, meta });
}

/** Health answer of our own server, without the event stream, which no test here plays. */
export function ourHealth(): Response {
  return Response.json({ status: 'ok', capabilities: ['client-ids', 'idempotency', 'versions'] });
}
