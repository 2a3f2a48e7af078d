import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Upload } from './upload.ts';

/** A chunk on its own connection, which is sent only step by step. */
export class RawChunk {
  readonly #request: ClientRequest;
  readonly #bytes: Buffer;
  readonly #end: Buffer;
  readonly #answer: Promise<IncomingMessage | undefined>;

  constructor(url: string, token: string, protocolId: string, upload: Pick<Upload, 'fields' | 'bytes'>, index: number) {
    const boundary = 'x-boundary';
    const fields = Object.entries(upload.fields(index)).map(
      ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = `--${boundary}\r\ncontent-disposition: form-data; name="video"; filename="blob"\r\n\r\n`;
    const head = Buffer.from(fields.join('') + file);
    this.#bytes = upload.bytes(index);
    this.#end = Buffer.from(`\r\n--${boundary}--\r\n`);
    this.#request = request(`${url}/api/protocols/${protocolId}/upload-chunks`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + this.#bytes.length + this.#end.length,
      },
    });
    this.#answer = once(this.#request, 'response').then(
      ([response]) => response as IncomingMessage,
      () => undefined,
    );
    this.#request.on('error', () => undefined);
    this.#request.write(head);
  }

  /** Sends these bytes of the chunk and waits until the system has taken them. */
  async send(from: number, to: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#request.write(this.#bytes.subarray(from, to), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Cuts the connection. */
  cut(): void {
    this.#request.destroy();
  }

  /** Ends the form; the status and code of the answer, or undefined when the connection was cut. */
  async finish(): Promise<{ status: number | undefined; code: string | undefined } | undefined> {
    if (!this.#request.destroyed) this.#request.end(this.#end);
    const response = await this.#answer;
    if (!response) return undefined;
    let text = '';
    for await (const part of response) text += part;
    return { status: response.statusCode, code: JSON.parse(text).code };
  }
}
