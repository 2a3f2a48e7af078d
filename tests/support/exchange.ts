import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { ChunkForm } from './chunk-form.ts';

/** Which of the upload's calls a request is. */
export type CallName = 'chunk' | 'status' | 'cancel' | 'process' | 'other';

/**
 * A place on a request's way: its head is here · some of its body went on · all of its body is here and its end was not
 * handed on, so that the server cannot have acted · the server's answer is here and was not handed on.
 */
export type Place = 'request' | 'body' | 'sent' | 'reply';

/** An answer that is not the server's. */
export interface FalseReply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Thrown where an exchange is over before its end: the connection was cut, or somebody else answers. */
export class ExchangeEnded extends Error {}

/** One request and its answer, on their way through the fault proxy. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly call: CallName;
  /** Of the path, where it names one. */
  readonly protocolId: string | undefined;
  /** Of a chunk. */
  readonly form: ChunkForm | undefined;
  /** Epoch milliseconds. */
  readonly startedAt = Date.now();
  /** When the first byte of a chunk itself came. Epoch milliseconds. */
  firstByteAt: number | undefined;
  upstream: ClientRequest | undefined;
  /** What the server answered, whether or not it was handed on. */
  reply: { status: number; text: string; at: number } | undefined;
  /** What the client was told: the status, or how the connection ended. */
  told: number | 'reset' | 'gone' | undefined;
  toldAt: number | undefined;
  /** Somebody else answers: how the server's connection ends is of no interest. */
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

  /** With its query. */
  get path(): string {
    return this.request.url ?? '';
  }

  /** The chunk's number, once the form's fields were read. */
  get index(): number | undefined {
    const index = this.form?.fields?.get('chunk_index');
    return index === undefined ? undefined : Number(index);
  }

  /** Bytes of the chunk that came by. */
  get payload(): number {
    return this.form?.payload ?? 0;
  }

  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Stands still until `proceed`, or throws ExchangeEnded when it is ended meanwhile. */
  async standStill(): Promise<void> {
    this.#hold = Promise.withResolvers();
    await this.orOver(this.#hold.promise);
  }

  /** Resolves when a held exchange goes on or is over. */
  async untilFree(): Promise<void> {
    if (this.#hold) await this.orOver(this.#hold.promise).catch(() => undefined);
  }

  /** Lets a held exchange go on. */
  proceed(): void {
    this.#hold?.resolve();
  }

  /** Damages one byte of the chunk, in the piece that goes on next. */
  flipByte(): void {
    this.#flip = true;
  }

  /** The piece as it goes on: with a byte of the chunk turned over where that was asked for. */
  damaged(piece: Buffer, start: number): Buffer {
    if (!this.#flip || start >= piece.length) return piece;
    this.#flip = false;
    const copy = Buffer.from(piece);
    copy[start] = (copy[start] ?? 0) ^ 0x01;
    return copy;
  }

  /** Resolves as the promise does; throws ExchangeEnded as soon as the exchange is over. */
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

  /** The exchange is over, however it came to that. */
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
