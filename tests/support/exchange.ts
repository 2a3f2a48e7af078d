import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { ChunkForm } from './chunk-form.ts';

/** The kind of an upload's call. */
export type CallName = 'chunk' | 'status' | 'cancel' | 'process' | 'other';

/**
 * A point in an exchange: the request's head has arrived · some of its body was passed on · all of its body has arrived
 * but its end was not passed on, so that the server cannot have acted · the server's answer has arrived and was not
 * passed on.
 */
export type Place = 'request' | 'body' | 'sent' | 'reply';

/** An answer that is not the server's. */
export interface FalseReply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Thrown where an exchange ends early: the connection was cut, or the proxy answers in the server's place. */
export class ExchangeEnded extends Error {}

/** One request and its answer, as they pass through the fault proxy. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly call: CallName;
  /** From the path, where it names a protocol. */
  readonly protocolId: string | undefined;
  /** Only of a chunk. */
  readonly form: ChunkForm | undefined;
  /** Epoch milliseconds. */
  readonly startedAt = Date.now();
  /** When the first byte of the chunk itself arrived, in epoch milliseconds. */
  firstByteAt: number | undefined;
  upstream: ClientRequest | undefined;
  /** The server's answer, whether or not it was passed on. */
  reply: { status: number; text: string; at: number } | undefined;
  /** What the client was told: the status, or how the connection ended. */
  told: number | 'reset' | 'gone' | undefined;
  toldAt: number | undefined;
  /** Whether the proxy answers in the server's place, so that the end of the server's connection does not matter. */
  isReplaced = false;
  readonly #over = new AbortController();
  #hold: PromiseWithResolvers<void> | undefined;
  #flip = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.call = callOf(request);
    this.protocolId = /^\/api\/protocols\/([^/?]+)/.exec(request.url ?? '')?.[1];
    this.form = this.call === 'chunk' ? new ChunkForm(request.headers) : undefined;
  }

  get method(): string {
    return this.request.method ?? '';
  }

  /** Path with the query. */
  get path(): string {
    return this.request.url ?? '';
  }

  /** Index of the chunk, once the form's fields have been read. */
  get index(): number | undefined {
    const index = this.form?.fields?.get('chunk_index');
    return index === undefined ? undefined : Number(index);
  }

  /** Number of bytes of the chunk that have passed. */
  get payload(): number {
    return this.form?.payload ?? 0;
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Holds the exchange until `proceed`; throws ExchangeEnded when it ends meanwhile. */
  async standStill(): Promise<void> {
    this.#hold = Promise.withResolvers();
    await this.orOver(this.#hold.promise);
  }

  /** Resolves when a held exchange proceeds or ends. */
  async untilFree(): Promise<void> {
    if (this.#hold) await this.orOver(this.#hold.promise).catch(() => undefined);
  }

  /** Lets a held exchange proceed. */
  proceed(): void {
    this.#hold?.resolve();
  }

  /** Damages one byte of the chunk, in the next piece. */
  flipByte(): void {
    this.#flip = true;
  }

  /** Returns the piece to pass on, with one inverted byte of the chunk where that was requested. */
  damaged(piece: Buffer, start: number): Buffer {
    if (!this.#flip || start >= piece.length) return piece;
    this.#flip = false;
    const copy = Buffer.from(piece);
    copy[start] = (copy[start] ?? 0) ^ 0x01;
    return copy;
  }

  /** Settles as the promise does; throws ExchangeEnded as soon as the exchange has ended. */
  orOver<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this.#over;
    return new Promise((resolve, reject) => {
      const end = () => reject(new ExchangeEnded());
      if (signal.aborted) return end();
      signal.addEventListener('abort', end, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', end));
    });
  }

  /** Resets the client's connection; the server's one breaks too. */
  reset(): void {
    this.end('reset');
    this.request.socket.resetAndDestroy();
    this.upstream?.destroy();
  }

  /** Ends the exchange, for whatever reason. */
  end(told: Exchange['told']): void {
    if (this.isOver) return;
    this.told ??= told;
    this.toldAt ??= Date.now();
    this.#over.abort();
  }
}

function callOf({ method = '', url = '' }: IncomingMessage): CallName {
  const path = url.replace(/\?.*/, '');
  if (/^\/api\/protocols\/[^/]+\/process-video$/.test(path)) return method === 'POST' ? 'process' : 'other';
  if (!/^\/api\/protocols\/[^/]+\/upload-chunks$/.test(path)) return 'other';
  return method === 'POST' ? 'chunk' : method === 'GET' ? 'status' : method === 'DELETE' ? 'cancel' : 'other';
}
