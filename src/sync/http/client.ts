import type { Clock } from '../time/clock.ts';
import { headOf, isPortal, retryAfterMs } from './answer-head.ts';
import { NetworkError } from './api-errors.ts';

export interface HttpRequest {
  method: string;
  /** `apiUrl(path)`, or a file beside the app. */
  url: string;
  /** Token of the person in whose name it is sent; null where nobody is signed in. */
  token?: string | null;
  headers?: HeadersInit;
  body?: BodyInit;
  signal?: AbortSignal | undefined;
  /** Time limit for the whole answer with its body, in milliseconds. */
  limitMs?: number | undefined;
  cache?: RequestCache;
  priority?: RequestPriority;
  /** Whether it is still sent when the page is closed meanwhile. */
  keepalive?: boolean;
  /** Statuses that the server itself may answer with a page of HTML. */
  allowsHtml?: (status: number) => boolean;
}

export interface Answer {
  status: number;
  /** Whether the status is 2xx. */
  isOk: boolean;
  /** Whether the answer is not the server's: a captive portal, a filter or a redirect answered. */
  isPortal: boolean;
  /** Requested wait; 0 where the server requested none. */
  retryAfterMs: number;
  /** For files and streams, whose body is not text. */
  response: Response;
  /** Reads the body; throws NetworkError where it broke off, or did not come in time. */
  text(): Promise<string>;
}

export interface Http {
  /** Sends one request. Throws NetworkError where no answer came, or the abort reason of its signal. */
  send(request: HttpRequest): Promise<Answer>;
}

interface HttpDeps {
  fetch?: typeof fetch;
  /** Clock for the time limits; by default the browser's own. */
  clock?: Clock;
}

/** The address of a call, by its path in the contract. */
export const apiUrl = (path: string): string => `/api${path}`;

/** The only caller of fetch, in page and worker alike. */
export function createHttp({ fetch = browserFetch, clock }: HttpDeps = {}): Http {
  return {
    async send({ url, token, headers: given, signal, limitMs, allowsHtml, ...init }) {
      const headers = new Headers(given);
      headers.set('Accept', 'application/json');
      if (token) headers.set('Authorization', `Bearer ${token}`);
      const limit = limitOf(limitMs, clock);
      const signals = [signal, limit?.signal].filter((each) => each !== undefined);
      const failed = (cause: unknown): never => {
        limit?.clear();
        signal?.throwIfAborted();
        throw new NetworkError('no answer', { cause, isLate: limit?.signal.aborted ?? false });
      };
      const request = { ...init, headers, signal: AbortSignal.any(signals), credentials: 'same-origin' } as const;
      const response = await fetch(url, request).catch(failed);
      return {
        status: response.status,
        isOk: response.ok,
        isPortal: isPortal(headOf(response), allowsHtml),
        retryAfterMs: retryAfterMs(response.headers.get('Retry-After')),
        response,
        text: () => response.text().catch(failed).finally(limit?.clear),
      };
    },
  };
}

/** Returns the same client with all its requests bound to the signal. */
export function endingWith(end: AbortSignal, http: Http): Http {
  return {
    send: ({ signal, ...request }) => http.send({ ...request, signal: signal ? AbortSignal.any([end, signal]) : end }),
  };
}

/** Looks fetch up at each request, since it may be replaced. */
const browserFetch: typeof fetch = (...request) => globalThis.fetch(...request);

function limitOf(ms: number | undefined, clock: Clock | undefined): { signal: AbortSignal; clear(): void } | undefined {
  if (ms === undefined) return undefined;
  return clock ? timeLimit(clock, ms) : { signal: AbortSignal.timeout(ms), clear: () => undefined };
}

/** Returns a signal that is aborted after this many milliseconds; call `clear` when it is no longer needed. */
export function timeLimit(clock: Clock, ms: number): { signal: AbortSignal; clear(): void } {
  const controller = new AbortController();
  const clear = clock.after(ms, () => controller.abort(new DOMException('No answer in time', 'TimeoutError')));
  return { signal: controller.signal, clear };
}
