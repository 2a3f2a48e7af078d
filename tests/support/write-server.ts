import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A write as the server saw it. `fields` are those of form data, with the sizes of its files. */
export interface SeenWrite {
  method: string;
  path: string;
  token: string | null;
  key: string | null;
  body: Record<string, unknown> | undefined;
  fields: Record<string, string> | undefined;
}

/** Replaces an answer; `reset-afterwards` does the work first and loses the reply. */
export type MutationFault =
  | { status: number; body?: unknown; html?: string; headers?: Record<string, string> }
  | 'reset'
  | 'reset-afterwards'
  | 'silence';

/**
 * The writes of an API over real HTTP, in memory: things by id, with versions, and the answers by their keys. Small
 * enough to break at any place.
 */
export class WriteServer {
  readonly seen: SeenWrite[] = [];
  /** Kept things, by id. */
  readonly things = new Map<string, Record<string, unknown>>();
  /** Capabilities; without them the server is a plain provider, which assigns its own ids. */
  capabilities: string[] | undefined = ['idempotency', 'client-ids', 'versions'];
  /** Id that a plain provider gives to a new thing; undefined for an empty answer. */
  nextId: () => string | number | undefined = () => this.things.size + 1;
  /** Decides what happens to a write; undefined lets it through. */
  fault: (write: SeenWrite) => MutationFault | undefined = () => undefined;
  /** Replaces the answer to the handshake. */
  handshakeFault: () => MutationFault | undefined = () => undefined;
  /** Answers the request for another token. */
  refresh: () => MutationFault = () => ({ status: 401, body: {} });
  reachable = true;
  readonly #answers = new Map<string, { asked: string; given: MutationFault }>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  static async start(): Promise<WriteServer> {
    const server = new WriteServer();
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

  /** «METHOD /path» of every write, in order of arrival. */
  get sent(): string[] {
    return this.seen.map(({ method, path }) => `${method} ${path}`);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.reachable) return answer(response, 'reset');
    if (request.url === '/api/health') {
      const fault = this.handshakeFault();
      if (fault) return answer(response, fault);
      return answer(response, {
        status: this.capabilities ? 200 : 404,
        body: { capabilities: this.capabilities },
      });
    }
    if (request.url === '/api/refresh') return answer(response, this.refresh());
    const write = await read(request);
    this.seen.push(write);
    const fault = this.fault(write);
    if (fault && fault !== 'reset-afterwards') return answer(response, fault);
    const done = this.#once(write);
    return answer(response, fault ?? done);
  }

  #once(write: SeenWrite): MutationFault {
    if (write.key === null || !this.capabilities?.includes('idempotency')) return this.#handle(write);
    const asked = JSON.stringify([write.method, write.path, write.body, write.fields]);
    const known = this.#answers.get(write.key);
    if (known) return known.asked === asked ? known.given : mismatch;
    const given = this.#handle(write);
    this.#answers.set(write.key, { asked, given });
    return given;
  }

  #handle({ method, path, body, fields }: SeenWrite): MutationFault {
    const content = body ?? fields ?? {};
    if (method === 'POST') {
      const id = this.capabilities ? (content.id ?? this.nextId()) : this.nextId();
      if (id === undefined) return { status: 204 };
      if (this.things.has(String(id))) return { status: 409, body: { code: 'id_taken', message: 'Уже есть' } };
      const thing = { ...content, id, version: 1 };
      this.things.set(String(id), thing);
      return { status: 201, body: { data: thing } };
    }
    const id = decodeURIComponent(path.split('/').at(-1) ?? '');
    const thing = this.things.get(id);
    if (!thing) return { status: 404, body: { code: 'not_found', message: 'Не найдено' } };
    if (method === 'DELETE') {
      this.things.delete(id);
      return { status: 204 };
    }
    if (content.version !== undefined && content.version !== thing.version) {
      return { status: 409, body: { code: 'version_conflict', message: 'Изменили в другом месте', data: thing } };
    }
    const changed = { ...thing, ...content, version: Number(thing.version) + 1 };
    this.things.set(id, changed);
    return { status: 200, body: { data: changed } };
  }
}

const mismatch: MutationFault = {
  status: 422,
  body: { code: 'idempotency_mismatch', message: 'Этот ключ повтора уже использован для другого запроса' },
};

async function read(request: IncomingMessage): Promise<SeenWrite> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const raw = Buffer.concat(pieces);
  const type = request.headers['content-type'] ?? '';
  let fields: Record<string, string> | undefined;
  if (type.startsWith('multipart/')) {
    const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
    fields = {};
    for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : `${value.size} bytes`;
  }
  return {
    method: request.method ?? '',
    path: (request.url ?? '').replace(/^\/api/, ''),
    token: request.headers.authorization?.replace('Bearer ', '') ?? null,
    key: request.headers['idempotency-key']?.toString() ?? null,
    body: type.startsWith('application/json') ? JSON.parse(raw.toString()) : undefined,
    fields,
  };
}

function answer(response: ServerResponse, fault: MutationFault): void {
  if (fault === 'silence') return;
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
