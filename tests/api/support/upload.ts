import { createHash, randomUUID } from 'node:crypto';
import type { UploadChunkReply, UploadStatus } from '#contract/recordings/upload.ts';

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export type Answer<T> = { status: number; data: T; code: string | undefined; message: string | undefined };
export type Server = { url: string; token: string };

/** Sends one file in chunks, as the client does; every field of a chunk can be replaced by a wrong one. */
export class Upload {
  readonly id: string;
  readonly file: Buffer;
  readonly chunkSize: number;
  readonly #path: string;
  #server: Server;

  constructor(server: Server, protocolId: string, file: Buffer, chunkSize = 64 * 1024, id: string = randomUUID()) {
    this.#server = server;
    this.#path = `/api/protocols/${protocolId}/upload-chunks`;
    this.file = file;
    this.chunkSize = chunkSize;
    this.id = id;
  }

  get total(): number {
    return Math.ceil(this.file.length / this.chunkSize);
  }

  /** Continues the same upload at a restarted server. */
  moveTo(server: Server): void {
    this.#server = server;
  }

  bytes(index: number): Buffer {
    return this.file.subarray(index * this.chunkSize, (index + 1) * this.chunkSize);
  }

  fields(index: number): Record<string, string> {
    return {
      upload_id: this.id,
      total_chunks: String(this.total),
      chunk_index: String(index),
      chunk_size: String(this.chunkSize),
      total_size: String(this.file.length),
      chunk_sha256: sha256(this.bytes(index)),
      file_name: 'Совещание.mp4',
      file_type: 'video/mp4',
    };
  }

  /** Sends a chunk. @param wrong fields in place of the right ones; undefined leaves one out */
  send(
    index: number,
    wrong: Record<string, string | undefined> = {},
    bytes?: Uint8Array,
  ): Promise<Answer<UploadChunkReply>> {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...this.fields(index), ...wrong })) {
      if (value !== undefined) form.set(name, value);
    }
    form.set('video', new Blob([new Uint8Array(bytes ?? this.bytes(index))]));
    return this.request('POST', '', form);
  }

  /** Sends chunks one after another: these, or all. */
  async sendAll(
    indexes: Iterable<number> = Array.from({ length: this.total }, (_, index) => index),
    more: Record<string, string> = {},
  ): Promise<void> {
    for (const index of indexes) {
      const { status, message } = await this.send(index, more);
      if (status !== 200) throw new Error(`Chunk ${index}: ${status} ${message}`);
    }
  }

  status(): Promise<Answer<UploadStatus>> {
    return this.request('GET', `?upload_id=${this.id}`);
  }

  cancel(): Promise<Answer<undefined>> {
    return this.request('DELETE', `?upload_id=${this.id}`);
  }

  async request<T>(method: string, query: string, body?: FormData): Promise<Answer<T>> {
    const headers = { authorization: `Bearer ${this.#server.token}` };
    const reply = await fetch(`${this.#server.url}${this.#path}${query}`, { method, headers, ...(body && { body }) });
    const text = await reply.text();
    const json = text === '' ? {} : JSON.parse(text);
    return { status: reply.status, data: json.data, code: json.code, message: json.message };
  }
}

/** Sends only what the specification names, in a given order of fields, as a provider's own client does. */
export async function sendForeign(
  server: Server,
  protocolId: string,
  parts: [name: 'video' | 'total_chunks' | 'chunk_index', value: string | Uint8Array][],
): Promise<Answer<UploadChunkReply>> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'запись.mp4');
  }
  const headers = { authorization: `Bearer ${server.token}` };
  const reply = await fetch(`${server.url}/api/protocols/${protocolId}/upload-chunks`, {
    method: 'POST',
    headers,
    body: form,
  });
  const json = await reply.json();
  return { status: reply.status, data: json.data, code: json.code, message: json.message };
}
