import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  total: number;
  chunks: Map<number, Buffer>;
  /** The received part of each interrupted chunk. */
  partial: Map<number, Buffer>;
}

/** One call as received by the server; `fields` are the form's. */
export interface SeenCall {
  method: string;
  path: string;
  token: string | null;
  fields: Record<string, string>;
  body: unknown;
  bytes: number;
}

/**
 * Replaces an answer; `afterwards` takes the chunk first and loses the reply, `breakOff` takes this many bytes of it
 * and resets the connection.
 */
export type Fault =
  | { status: number; body?: unknown; html?: string; headers?: Record<string, string> }
  | 'reset'
  | 'reset-afterwards'
  | { breakOff: number };

type Answer = Exclude<Fault, { breakOff: number }>;

/** The upload calls of an API over real HTTP, in memory: small enough to inject a fault anywhere. */
export class ChunkServer {
  readonly calls: SeenCall[] = [];
  readonly uploads = new Map<string, Received>();
  /** Accepted tokens; undefined accepts any. */
  tokens: Set<string> | undefined;
  /** Without it the server is a plain provider. */
  capabilities: string[] | undefined = ['upload-resume'];
  /** The id that the server gives to a protocol created here. */
  protocolId: string | undefined;
  /** Decides what happens to a call; undefined lets it through. */
  fault: (call: SeenCall) => Fault | undefined = () => undefined;
  refresh: () => Answer = () => ({ status: 401, body: {} });
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<ChunkServer> {
    const server = new ChunkServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  callsTo(method: string, path: RegExp): SeenCall[] {
    return this.calls.filter((call) => call.method === method && path.test(call.path));
  }

  /** Indexes of the received chunks, in order of arrival; a chunk received twice is listed twice. */
  get sentIndexes(): number[] {
    return this.callsTo('POST', /upload-chunks/).map(({ fields }) => Number(fields.chunk_index));
  }

  fileOf(uploadId: string): Buffer {
    const upload = this.uploads.get(uploadId);
    if (!upload) throw new Error(`No upload ${uploadId}`);
    return Buffer.concat(
      Array.from({ length: upload.total }, (_, index) => upload.chunks.get(index) ?? Buffer.alloc(0)),
    );
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { call, video } = await read(request);
    this.calls.push(call);
    if (call.path === '/api/refresh') return answer(response, this.refresh());
    const refused = this.tokens && call.path !== '/api/health' && !this.tokens.has(call.token ?? '');
    const fault = refused ? { status: 401, body: { code: 'unauthorized', message: 'Войдите' } } : this.fault(call);
    if (typeof fault === 'object' && 'breakOff' in fault) {
      const index = Number(call.fields.chunk_index);
      const before = Number(call.fields.chunk_offset ?? 0);
      const { partial } = this.#uploadOf(call);
      const kept = partial.get(index)?.subarray(0, before) ?? Buffer.alloc(0);
      partial.set(index, Buffer.concat([kept, video.subarray(0, fault.breakOff)]));
      return answer(response, 'reset');
    }
    if (fault && fault !== 'reset-afterwards') return answer(response, fault);
    const body = this.#handle(call, video);
    return answer(response, fault ?? body);
  }

  #handle(call: SeenCall, video: Buffer): Answer {
    if (call.path === '/api/health') {
      return this.capabilities ? { status: 200, body: { capabilities: this.capabilities } } : { status: 404, body: {} };
    }
    if (call.path === '/api/protocols') return { status: 201, body: { data: { id: this.protocolId ?? '' } } };
    if (call.path.endsWith('/process-video')) return { status: 200, body: { data: {} } };
    const asked = new URL(call.path, this.url).searchParams.get('upload_id');
    if (call.method === 'POST') return this.#take(call, video);
    const upload = this.uploads.get(asked ?? '');
    if (!upload) return { status: 404, body: { code: 'upload_unknown', message: 'Такой загрузки нет' } };
    if (call.method === 'DELETE') {
      this.uploads.delete(asked ?? '');
      return { status: 204 };
    }
    return { status: 200, body: { data: status(asked ?? '', upload) } };
  }

  #uploadOf({ fields }: SeenCall): Received {
    const id = fields.upload_id ?? 'plain';
    const upload = this.uploads.get(id) ?? { total: 0, chunks: new Map(), partial: new Map() };
    upload.total = Number(fields.total_chunks);
    this.uploads.set(id, upload);
    return upload;
  }

  #take(call: SeenCall, rest: Buffer): Answer {
    const { fields } = call;
    const id = fields.upload_id ?? 'plain';
    const index = Number(fields.chunk_index);
    const upload = this.#uploadOf(call);
    const offset = Number(fields.chunk_offset ?? 0);
    const begun = upload.partial.get(index) ?? Buffer.alloc(0);
    upload.partial.delete(index);
    if (offset > begun.length) {
      return { status: 409, body: { code: 'chunk_rest_unknown', message: 'Начала этой части на сервере нет' } };
    }
    const video = Buffer.concat([begun.subarray(0, offset), rest]);
    if (fields.chunk_sha256 && fields.chunk_sha256 !== sha256(video)) {
      return { status: 422, body: { code: 'chunk_hash_mismatch', message: 'Часть повреждена' } };
    }
    upload.chunks.set(index, video);
    const complete = upload.chunks.size === upload.total;
    const data = {
      upload_id: id,
      chunk_index: index,
      received: upload.chunks.size,
      total_chunks: upload.total,
      complete,
    };
    return { status: 200, body: this.capabilities ? { data } : {} };
  }
}

function status(id: string, { total, chunks, partial }: Received) {
  const indexes = [...chunks.keys()].sort((one, other) => one - other);
  const digests = indexes.map((index) =>
    createHash('sha256')
      .update(chunks.get(index) ?? '')
      .digest(),
  );
  return {
    upload_id: id,
    state: chunks.size === total ? 'assembled' : 'receiving',
    received: indexes.map((index) => [index, index]),
    partial: [...partial].map(([index, { length }]) => ({ index, bytes: length })),
    total_chunks: total,
    ...(chunks.size === total && { chunks_sha256: sha256(Buffer.concat(digests)) }),
  };
}

async function read(request: IncomingMessage): Promise<{ call: SeenCall; video: Buffer }> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const raw = Buffer.concat(pieces);
  const type = request.headers['content-type'] ?? '';
  const fields: Record<string, string> = {};
  let video = Buffer.alloc(0);
  if (type.startsWith('multipart/')) {
    const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else video = Buffer.from(await value.arrayBuffer());
    }
  }
  const call: SeenCall = {
    method: request.method ?? '',
    path: request.url ?? '',
    token: request.headers.authorization?.replace('Bearer ', '') ?? null,
    fields,
    body: type.startsWith('application/json') ? JSON.parse(raw.toString()) : undefined,
    bytes: video.length,
  };
  return { call, video };
}

function answer(response: ServerResponse, fault: Answer): void {
  if (typeof fault === 'string') {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(fault.status, {
    'content-type': fault.html === undefined ? 'application/json' : 'text/html',
    ...fault.headers,
  });
  response.end(fault.html ?? (fault.status === 204 ? undefined : JSON.stringify(fault.body ?? {})));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
