import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { type BareCall, BareRefusal, type BareReply, type BareRequest } from './bare-call.ts';
import { bareCalls } from './bare-provider-calls.ts';
import { BareState } from './bare-provider-state.ts';

/**
 * `data`: `{data: {…}}` and pages `{data: […]}`. `nested`: bare objects, pages `{data: {data: […], current_page, …}}`,
 * bare lists.
 */
export const envelopes = ['data', 'nested'] as const;
export type Envelope = (typeof envelopes)[number];

/** Replaces an answer by a refusal, another answer, half an answer, or a cut connection. */
export type BareFault =
  | { status: number; message?: string; messageIn?: 'message' | 'data.message' }
  | { status: number; body: unknown }
  | 'malformed'
  | 'cut';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * A foreign provider over real HTTP: only the calls of spec.md §7, with numeric ids, and answers that contain only what
 * the specification names. Anything that the client sends beyond the specification is recorded in `complaints`. With a
 * built app it serves that too, so that a browser finds both at one origin.
 */
export class BareProvider {
  readonly state = new BareState();
  readonly calls: BareRequest[] = [];
  readonly complaints: string[] = [];
  envelope: Envelope;
  /** Whether a write is answered with an empty object: except for the token, its answer is not specified. */
  quiet = false;
  /** Decides what happens to a call; undefined lets it through, a promise holds it. */
  fault: (call: BareRequest) => BareFault | undefined | Promise<BareFault | undefined> = () => undefined;
  readonly #client: string | undefined;
  readonly #server: Server;

  private constructor(envelope: Envelope, client: string | undefined) {
    this.envelope = envelope;
    this.#client = client;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
  }

  /** @param client the folder of the built app, where a browser is to open it */
  static async start(envelope: Envelope, client?: string): Promise<BareProvider> {
    const provider = new BareProvider(envelope, client);
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  callsTo(method: string, path: RegExp): BareRequest[] {
    return this.calls.filter((call) => call.method === method && path.test(call.path));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://provider');
    if (!url.pathname.startsWith('/api/')) return this.#sendFile(url.pathname, response);
    const call = await readCall(request, url);
    this.calls.push(call);
    const fault = await this.fault(call);
    if (fault === 'cut') return void response.socket?.resetAndDestroy();
    if (fault === 'malformed') return send(response, 200, '{"data": {"id": 1');
    if (fault) return sendFault(response, fault);
    try {
      const reply = this.#answer(call, request);
      if (this.quiet && call.method !== 'GET' && call.path !== '/login' && 'item' in reply) send(response, 200, '{}');
      else if ('file' in reply) send(response, 200, reply.file, reply.type);
      else send(response, 200, JSON.stringify(enveloped(reply, this.envelope)));
    } catch (error) {
      if (!(error instanceof BareRefusal)) throw error;
      sendFault(response, { status: error.status, message: error.message });
    }
  }

  #answer(request: BareRequest, { headers }: IncomingMessage): BareReply {
    const found = findCall(request);
    if (!found) {
      // The handshake asks whose server this is; no other call beyond the specification is allowed.
      if (request.path !== '/health') this.#complain(request, 'is no call of the specification');
      throw new BareRefusal(404, 'Такого адреса нет');
    }
    const { call, id } = found;
    if (!headers.accept?.includes('application/json')) this.#complain(request, 'does not ask for JSON');
    if (headers['idempotency-key']) this.#complain(request, 'carries an Idempotency-Key');
    if (request.body && 'id' in request.body) this.#complain(request, 'names an id for what is yet to be made');
    if (request.fields && !call.form) this.#complain(request, 'is form data');
    for (const name of request.query.keys()) {
      if (!call.query?.includes(name)) this.#complain(request, `asks for «${name}»`);
    }
    const owner = this.state.tokens.get(request.token ?? '');
    const user = this.state.users.find((row) => row.id === owner);
    if (!user && !call.open) throw new BareRefusal(401, 'Токен недействителен');
    return call.answer({ state: this.state, request, id, user: user ?? { id: 0, role: 'external', email: '' } });
  }

  #complain({ method, path }: BareRequest, what: string): void {
    this.complaints.push(`${method} ${path} ${what}`);
  }

  async #sendFile(path: string, response: ServerResponse): Promise<void> {
    if (!this.#client) return send(response, 404, '', 'text/plain');
    const asked = join(this.#client, path);
    const file = extname(path) !== '' && asked.startsWith(this.#client) ? asked : join(this.#client, 'index.html');
    if (!existsSync(file)) return send(response, 404, '', 'text/plain');
    send(response, 200, await readFile(file), types[extname(file)] ?? 'application/octet-stream');
  }
}

function enveloped(reply: Exclude<BareReply, { file: string }>, envelope: Envelope): object {
  const nested = envelope === 'nested';
  if ('plain' in reply) return reply.plain;
  if ('item' in reply) return nested ? reply.item : { data: reply.item };
  if ('list' in reply) return nested ? reply.list : { data: reply.list };
  if (!('page' in reply)) return {};
  const data = reply.page;
  const page = { data, current_page: 1, per_page: 15, last_page: 1, total: data.length };
  return { data: nested ? page : data };
}

function findCall({ method, path, fields }: BareRequest): { call: BareCall; id: number } | undefined {
  // Form data of a PUT is sent by POST, as HTML forms do.
  const meant = method === 'POST' && fields?._method === 'PUT' ? 'PUT' : method;
  for (const call of bareCalls) {
    const match = new RegExp(`^${call.path.replace('#', '([1-9]\\d*)')}$`).exec(path);
    if (match && call.method === meant) return { call, id: Number(match[1] ?? 0) };
  }
  return undefined;
}

async function readCall(request: IncomingMessage, url: URL): Promise<BareRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const raw = Buffer.concat(pieces);
  const type = request.headers['content-type'] ?? '';
  const files: Record<string, Buffer> = {};
  let fields: Record<string, string> | undefined;
  if (type.startsWith('multipart/')) {
    fields = {};
    const form = await new Response(raw, { headers: { 'content-type': type } }).formData();
    for (const [name, value] of form) {
      if (typeof value === 'string') fields[name] = value;
      else files[name] = Buffer.from(await value.arrayBuffer());
    }
  }
  return {
    method: request.method ?? '',
    path: url.pathname.replace(/^\/api/, ''),
    query: url.searchParams,
    body: type.startsWith('application/json') && raw.length > 0 ? JSON.parse(raw.toString()) : undefined,
    fields,
    files,
    token: request.headers.authorization?.replace(/^Bearer /, ''),
  };
}

function sendFault(response: ServerResponse, fault: Exclude<BareFault, string>): void {
  send(response, fault.status, JSON.stringify('body' in fault ? fault.body : refusalBody(fault)));
}

function refusalBody({ message, messageIn }: { message?: string; messageIn?: string }): object {
  return messageIn === 'data.message' ? { data: { message } } : { message };
}

function send(response: ServerResponse, status: number, body: string | Buffer, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
