import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

type Ask = { path: string; key: string | undefined; fields: Record<string, string>; size: number };
/** How one request is answered; `number` counts from 1. */
export type Behaviour = (reply: ServerResponse, number: number) => void | Promise<void>;

/** An answer in the form `verbose_json`. */
export const verbose = (...segments: [start: number, end: number, text: string][]) => ({
  text: segments.map(([, , text]) => text).join(' '),
  language: 'russian',
  duration: 10,
  segments: segments.map(([start, end, text], id) => ({
    id,
    start,
    end,
    text,
    no_speech_prob: 0.01,
    avg_logprob: -0.2,
  })),
});

export function sendJson(
  reply: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** An OpenAI-compatible speech recognition endpoint whose behaviour a test determines. */
export class SpeechEndpoint {
  readonly asked: Ask[] = [];
  behave: Behaviour = (reply, number) => sendJson(reply, verbose([0, 1, `Часть ${number}`]));
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, reply) => {
      const bytes = await buffer(request).catch(() => undefined);
      if (!bytes) return;
      const form = await new Response(new Uint8Array(bytes), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData();
      const fields: Record<string, string> = {};
      let size = 0;
      for (const [name, value] of form) {
        if (typeof value === 'string') fields[name] = value;
        else size += value.size;
      }
      this.asked.push({ path: request.url ?? '', key: request.headers.authorization, fields, size });
      await this.behave(reply, this.asked.length);
    });
  }

  static async start(): Promise<SpeechEndpoint> {
    const endpoint = new SpeechEndpoint();
    endpoint.#server.listen(0, '127.0.0.1');
    await once(endpoint.#server, 'listening');
    return endpoint;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
