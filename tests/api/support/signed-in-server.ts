import { existsSync } from 'node:fs';
import { uuidv7 } from 'uuidv7';
import type { ServerEvent } from '#contract/events.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { readEventStream } from '#src/sync/events/event-stream.ts';
import { until } from '#tests/support/processes.ts';
import { ServerProcess } from '#tests/support/server-process.ts';
import { type Server, Upload } from './upload.ts';

const patience = 120_000;

/** A server process with the demo's secretary signed in, to be killed and started again. */
export class SignedInServer {
  readonly process: ServerProcess;
  /** Address of requests, and the person who makes them. */
  readonly address: Server;

  private constructor(process: ServerProcess, address: Server) {
    this.process = process;
    this.address = address;
  }

  static async start(dataDir: string, env: Record<string, string>): Promise<SignedInServer> {
    const process = await ServerProcess.start(dataDir, env);
    const body = JSON.stringify({ email: 'secretary@example.ru', password: 'protokol' });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${process.url}/api/login`, { method: 'POST', headers, body });
    return new SignedInServer(process, { url: process.url, token: (await reply.json()).data.token });
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers = { authorization: `Bearer ${this.address.token}`, 'content-type': 'application/json' };
    const reply = await fetch(`${this.address.url}/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await reply.json()).data;
  }

  /** Adds a protocol and an upload of which nothing is sent yet. */
  async begin(file: Buffer, chunkSize?: number): Promise<{ id: string; upload: Upload }> {
    const id = uuidv7();
    await this.call('POST', '/protocols', { id, title: 'Совещание' });
    return { id, upload: new Upload(this.address, id, file, chunkSize) };
  }

  /** Adds a protocol whose recording is uploaded. */
  async uploaded(file: Buffer): Promise<{ id: string; upload: Upload }> {
    const begun = await this.begin(file, 1024 * 1024);
    await begun.upload.sendAll();
    await this.reach(begun.id, 'video_uploaded');
    return begun;
  }

  async processVideo(id: string, upload: Upload): Promise<void> {
    await this.call('POST', `/protocols/${id}/process-video`, { upload_id: upload.id });
  }

  /** Resolves with the protocol once `when` returns true; gives up after `timeoutMs`. */
  waitFor(id: string, what: string, when: (protocol: Protocol) => boolean, timeoutMs = patience): Promise<Protocol> {
    return until(
      async () => {
        // A connection that the killed server left open may be taken once more.
        const protocol = await this.call<Protocol>('GET', `/protocols/${id}`).catch(() => undefined);
        return protocol && when(protocol) ? protocol : undefined;
      },
      `${what}; the server said: ${this.process.output}`,
      timeoutMs,
    );
  }

  reach(id: string, ...stages: string[]): Promise<Protocol> {
    return this.waitFor(id, `stage ${stages}`, ({ stage }) => stages.includes(stage));
  }

  /** Follows the events of the own protocols from now on; `come` resolves with the first one that `is` meant. */
  async follow(is: (event: ServerEvent) => boolean): Promise<{ come: Promise<void> }> {
    const headers = { authorization: `Bearer ${this.address.token}` };
    const { body } = await fetch(`${this.address.url}/api/events`, { headers });
    if (!body) throw new Error('The events have no body');
    const events = readEventStream(body, patience);
    await events.next();
    const read = async () => {
      for await (const { data } of events) if (is(JSON.parse(data))) return;
      throw new Error('The events ended');
    };
    return { come: read() };
  }

  /** Sends SIGKILL to the server alone: the processes that it started have to end by themselves. */
  async kill(): Promise<void> {
    const { pid } = this.process;
    process.kill(pid, 'SIGKILL');
    await until(() => !existsSync(`/proc/${pid}`) || undefined, 'the end of the server');
  }

  startAgain(): Promise<void> {
    return this.process.start();
  }
}
