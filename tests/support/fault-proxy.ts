import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Exchange, ExchangeEnded, type FalseReply, type Place } from './exchange.ts';

/** Returns an answer in the server's place; undefined lets the exchange proceed. */
export type FalseAnswers = (exchange: Exchange, place: Place) => FalseReply | undefined;

class Replaced extends Error {
  readonly reply: FalseReply;

  constructor(reply: FalseReply) {
    super();
    this.reply = reply;
  }
}

/**
 * A network between the browser and the server that can fail in every way that a network does. It tells the calls of an upload
 * apart and counts their bytes, so that a fault strikes at a chosen place and never after a chosen time. Bodies stream
 * through it.
 */
export class FaultProxy {
  /** Number of bytes of chunks from clients, including the forms around them. */
  bytesUp = 0;
  /** Number of connections refused by the cut network. */
  refused = 0;
  /** Every exchange since the start, or since the list was last emptied. */
  readonly exchanges: Exchange[] = [];
  readonly #targetPort: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #live = new Set<Exchange>();
  readonly #stranded = new Set<Exchange>();
  readonly #watched: { place: Place; matches: (exchange: Exchange) => boolean; found: (exchange: Exchange) => void }[] =
    [];
  #cut = false;
  #frozen: PromiseWithResolvers<void> | undefined;
  #falseAnswers: FalseAnswers | undefined;
  #hold: ({ at: number; reached: () => void } & PromiseWithResolvers<void>) | undefined;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer(
      { keepAliveTimeout: 75_000, requestTimeout: 0 },
      (from, to) => void this.#pass(from, to),
    );
    this.#server.on('connection', (socket) => this.#accept(socket));
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  static async start(targetPort: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetPort);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when an exchange reaches this point, where it is held until it may proceed, or is ended. */
  reach(place: Place, matches: (exchange: Exchange) => boolean): Promise<Exchange> {
    return new Promise((found) => this.#watched.push({ place, matches, found }));
  }

  /** Resolves when this many bytes were sent in total; from then on chunks are held until `release` or `restore`. */
  holdAt(bytesUp: number): Promise<void> {
    return new Promise((reached) => {
      this.#hold = { at: bytesUp, reached, ...Promise.withResolvers<void>() };
      if (this.bytesUp >= bytesUp) reached();
    });
  }

  /** Lets held bytes proceed. */
  release(): void {
    this.#hold?.resolve();
    this.#hold = undefined;
  }

  /** Resets every connection, once; new ones are taken. */
  resetAll(): void {
    for (const exchange of this.#live) exchange.reset();
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Resets every connection and refuses new ones. */
  cut(): void {
    this.#cut = true;
    this.resetAll();
  }

  /** Takes everything and hands nothing on, in either direction: no reset, no answer. */
  freeze(): void {
    this.#frozen ??= Promise.withResolvers();
  }

  /** Answers in the server's place wherever these answers apply. */
  answerFalsely(answers: FalseAnswers): void {
    this.#falseAnswers = answers;
  }

  /** Restores the connection, releases everything held, and lets the server answer again. */
  restore(): void {
    this.#cut = false;
    this.#falseAnswers = undefined;
    this.#frozen?.resolve();
    this.#frozen = undefined;
    this.release();
  }

  /** Resets the counters and the waits. */
  clear(): void {
    this.bytesUp = 0;
    this.exchanges.length = 0;
    this.#watched.length = 0;
    for (const { upstream } of this.#stranded) upstream?.destroy();
    this.#stranded.clear();
  }

  async stop(): Promise<void> {
    this.cut();
    this.restore();
    this.clear();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    if (this.#cut) {
      this.refused += 1;
      socket.resetAndDestroy();
      return;
    }
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  async #pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const exchange = new Exchange(from, to);
    this.exchanges.push(exchange);
    this.#live.add(exchange);
    to.on('close', () => this.#leave(exchange));
    const body: AsyncIterator<Buffer> = from.iterator({ destroyOnReturn: false });
    try {
      await this.#at('request', exchange);
      const answered = this.#connect(exchange);
      await this.#handOn(exchange, body);
      await this.#handBack(exchange, await exchange.orOver(answered));
    } catch (error) {
      if (error instanceof Replaced) await this.#replace(exchange, body, error.reply).catch(() => exchange.reset());
      else if (!(error instanceof ExchangeEnded)) exchange.reset();
    }
  }

  /** Ends the client's side of an exchange. A frozen network does not tell the server. */
  #leave(exchange: Exchange): void {
    this.#live.delete(exchange);
    exchange.end(exchange.response.writableFinished ? exchange.response.statusCode : 'gone');
    if (this.#frozen) this.#stranded.add(exchange);
    else if (!exchange.response.writableFinished) exchange.upstream?.destroy();
  }

  #connect(exchange: Exchange): Promise<IncomingMessage> {
    const { method, path } = exchange;
    const { connection: _, ...headers } = exchange.request.headers;
    const upstream = request({ host: '127.0.0.1', port: this.#targetPort, method, path, headers, agent: false });
    exchange.upstream = upstream;
    return new Promise((resolve) => {
      let isAnswered = false;
      upstream.on('response', (answer) => {
        isAnswered = true;
        resolve(answer);
      });
      // Without an answer the client's connection breaks like the server's; after an answer the rest does not matter.
      upstream.on('error', () => upstream.destroy());
      upstream.on('close', () => isAnswered || exchange.isReplaced || exchange.reset());
    });
  }

  /** Passes the body on one piece late, so that its end is passed on only when all of it has arrived. */
  async #handOn(exchange: Exchange, body: AsyncIterator<Buffer>): Promise<void> {
    let last: { piece: Buffer; start: number } | undefined;
    for (let next = await body.next(); !next.done; next = await body.next()) {
      const piece = next.value;
      this.#count(exchange, piece);
      if (exchange.form) {
        await this.#at('body', exchange);
        await this.#flow(exchange);
      }
      if (last) await this.#write(exchange, last);
      last = { piece, start: exchange.form?.startIn(piece) ?? piece.length };
    }
    await this.#at('sent', exchange);
    if (last) await this.#write(exchange, last);
    exchange.upstream?.end();
  }

  #count(exchange: Exchange, piece: Buffer): void {
    if (!exchange.form) return;
    this.bytesUp += piece.length;
    exchange.form.push(piece);
    if (exchange.payload > 0) exchange.firstByteAt ??= Date.now();
  }

  async #flow(exchange: Exchange): Promise<void> {
    if (!this.#hold || this.bytesUp < this.#hold.at) return;
    this.#hold.reached();
    await exchange.orOver(this.#hold.promise);
  }

  async #write(exchange: Exchange, { piece, start }: { piece: Buffer; start: number }): Promise<void> {
    const { upstream } = exchange;
    if (!upstream || upstream.destroyed || upstream.write(exchange.damaged(piece, start))) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    upstream.on('drain', resolve).on('close', resolve);
    await exchange.orOver(promise).finally(() => upstream.off('drain', resolve).off('close', resolve));
  }

  async #handBack(exchange: Exchange, answer: IncomingMessage): Promise<void> {
    const { response } = exchange;
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
    const status = answer.statusCode ?? 502;
    if (!answer.headers['content-type']?.startsWith('application/json')) {
      response.writeHead(status, headers);
      response.flushHeaders();
      for await (const piece of answer) {
        await this.#thaw(exchange);
        if (!response.write(piece)) await exchange.orOver(once(response, 'drain'));
      }
      response.end();
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of answer) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    const text = unpacked(whole, answer.headers['content-encoding']).toString('utf8');
    exchange.reply = { status, text, at: Date.now() };
    await this.#at('reply', exchange);
    this.#tell(exchange, status);
    response.writeHead(status, headers).end(whole);
  }

  /** Answers in the server's place, once the client has sent everything. */
  async #replace(exchange: Exchange, body: AsyncIterator<Buffer>, reply: FalseReply): Promise<void> {
    const { upstream, response } = exchange;
    exchange.isReplaced = true;
    upstream?.destroy();
    for (let next = await body.next(); !next.done; next = await body.next()) this.#count(exchange, next.value);
    this.#tell(exchange, reply.status);
    response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers }).end(reply.body);
  }

  #tell(exchange: Exchange, status: number): void {
    exchange.told = status;
    exchange.toldAt = Date.now();
  }

  async #at(place: Place, exchange: Exchange): Promise<void> {
    const watch = this.#watched.findIndex((each) => each.place === place && each.matches(exchange));
    if (watch >= 0) {
      for (const { found } of this.#watched.splice(watch, 1)) found(exchange);
      await exchange.standStill();
    }
    await this.#thaw(exchange);
    const reply = this.#falseAnswers?.(exchange, place);
    if (reply) throw new Replaced(reply);
  }

  async #thaw(exchange: Exchange): Promise<void> {
    if (this.#frozen) await exchange.orOver(this.#frozen.promise);
    if (exchange.isOver) throw new ExchangeEnded();
  }
}

/** Decompresses the server's answer. */
function unpacked(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
