import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import type { UploadStatus } from '#contract/recordings/upload.ts';
import { Upload } from '#tests/api/support/upload.ts';

/** One call to one server: its status, 0 without an answer, and how long it took. */
export type Attempt = { what: string; status: number; ms: number };

/** Everything that was acknowledged to a person. */
export type Promised = {
  protocols: { id: string; title: string }[];
  tasks: { protocolId: string; title: string }[];
  videos: { protocolId: string; upload: Upload }[];
};

const chunkSize = 64 * 1024;
const pauseMs = 300;
/** Maximum time until an answer. */
const patienceMs = 60_000;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Acts like a secretary's app: calls any server, and repeats a call until it gets a proper answer. */
export class StormPerson {
  readonly promised: Promised = { protocols: [], tasks: [], videos: [] };
  readonly attempts: Attempt[] = [];
  readonly #token: string;
  readonly #anyServer: () => string;

  constructor(token: string, anyServer: () => string) {
    this.#token = token;
    this.#anyServer = anyServer;
  }

  /**
   * Creates protocols with two tasks and a video, one after the other, until `isOver`; finishes the one it has begun.
   */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const id = uuidv7();
      const title = `Буря ${id}`;
      await this.#until(`POST /protocols`, 'POST', '/protocols', { id, title });
      this.promised.protocols.push({ id, title });
      for (const name of ['первое', 'второе']) {
        const task = { id: uuidv7(), title: `${name} ${id}` };
        await this.#until('POST …/tasks', 'POST', `/protocols/${id}/tasks`, task);
        this.promised.tasks.push({ protocolId: id, title: task.title });
      }
      await this.#send(id);
    }
  }

  /** Resolves with the digest of the served video of a protocol. */
  async videoOf(protocolId: string): Promise<string> {
    const { video } = await this.#until<{ video: { original_url: string } }>(
      'GET …',
      'GET',
      `/protocols/${protocolId}`,
    );
    const reply = await fetch(`${this.#anyServer()}${video.original_url}`);
    return digest(new Uint8Array(await reply.arrayBuffer()));
  }

  async #send(protocolId: string): Promise<void> {
    const file = randomBytes(chunkSize * 5 + 77);
    const upload = new Upload({ url: '', token: this.#token }, protocolId, file, chunkSize);
    for (;;) {
      upload.moveTo({ url: this.#anyServer(), token: this.#token });
      const status = await this.#tried('GET upload-chunks', () => upload.status());
      if (status?.data?.state === 'assembled') break;
      const isKnown = status?.status === 200;
      if (isKnown || status?.status === 404) await this.#sendMissing(upload, isKnown ? status.data : undefined);
      await setTimeout(pauseMs);
    }
    this.promised.videos.push({ protocolId, upload });
  }

  async #sendMissing(upload: Upload, status: UploadStatus | undefined): Promise<void> {
    if (status && status.state !== 'receiving') return;
    const isThere = (index: number) => status?.received.some(([from, to]) => from <= index && index <= to);
    for (let index = 0; index < upload.total; index += 1) {
      if (isThere(index)) continue;
      upload.moveTo({ url: this.#anyServer(), token: this.#token });
      // An unacknowledged chunk is missing in the next status.
      if ((await this.#tried('POST upload-chunks', () => upload.send(index)))?.status !== 200) return;
    }
  }

  async #until<T>(what: string, method: string, path: string, body?: object): Promise<T> {
    const key = uuidv7();
    for (;;) {
      const answer = await this.#tried(what, async () => {
        const reply = await fetch(`${this.#anyServer()}/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${this.#token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          signal: AbortSignal.timeout(patienceMs),
          ...(body && { body: JSON.stringify(body) }),
        });
        return { status: reply.status, body: await reply.text() };
      });
      if (answer && answer.status < 300) return JSON.parse(answer.body).data;
      if (answer && answer.status < 500 && answer.status !== 409) throw new Error(`${what}: ${answer.body}`);
      await setTimeout(pauseMs);
    }
  }

  async #tried<T extends { status: number }>(what: string, call: () => Promise<T>): Promise<T | undefined> {
    const start = performance.now();
    const answer = await call().catch(() => undefined);
    this.attempts.push({ what, status: answer?.status ?? 0, ms: performance.now() - start });
    return answer;
  }
}
