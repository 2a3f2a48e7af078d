import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ChatRequest = {
  path: string;
  key: string | undefined;
  model: string;
  format: unknown;
  instruction: string;
  text: string;
};
/** Answer: the model's words, a refusal, silence, or a broken connection. */
export type ChatAnswer = string | object | { status: number; headers?: Record<string, string> } | 'silence' | 'cut';

/** An OpenAI-compatible chat endpoint whose behaviour a test determines. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  /** Answers, used one after another; the last one is repeated. */
  answers: ((request: ChatRequest) => ChatAnswer | Promise<ChatAnswer>)[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<ChatServer> {
    const server = createServer();
    const chat = new ChatServer(server);
    server.on('request', (request, response) => void chat.#serve(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return chat;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }

  /** Sets the answers from now on, and forgets earlier requests. */
  play(...answers: typeof this.answers): void {
    this.answers = answers;
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = JSON.parse(Buffer.concat(pieces).toString());
    const asked: ChatRequest = {
      path: request.url ?? '',
      key: request.headers.authorization?.replace('Bearer ', ''),
      model: body.model,
      format: body.response_format,
      instruction: body.messages[0].content,
      text: body.messages[1].content,
    };
    this.requests.push(asked);
    const next = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    const answer = (await next?.(asked)) ?? '';
    if (answer === 'silence') return;
    if (answer === 'cut') return void request.socket.destroy();
    const json = (status: number, value: object, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
    if (typeof answer === 'object' && 'status' in answer) {
      const headers = 'headers' in answer ? (answer.headers as Record<string, string>) : {};
      return void json(Number(answer.status), { error: { message: 'no' } }, { 'retry-after-ms': '1', ...headers });
    }
    const content = typeof answer === 'string' ? answer : JSON.stringify(answer);
    json(200, { id: 'c', object: 'chat.completion', choices: [{ index: 0, message: { role: 'assistant', content } }] });
  }
}
