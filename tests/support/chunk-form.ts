const videoPart = Buffer.from('name="video"');
const endOfHead = Buffer.from('\r\n\r\n');
const field = /name="(\w+)"\r\n\r\n([^\r]*)\r\n/g;
const longestHead = 64 * 1024;

/**
 * Parses the form of a chunk as it passes: its fields, and how many bytes of the chunk itself have passed. It keeps
 * only the fields.
 */
export class ChunkForm {
  /** The text fields before the file, once all of them are known. */
  fields: ReadonlyMap<string, string> | undefined;
  /** Number of bytes of the chunk that have passed, without the form around them. */
  payload = 0;
  readonly #bodyBytes: number;
  readonly #boundaryBytes: number;
  #head = Buffer.alloc(0);
  #seen = 0;
  #start = 0;

  /** @param headers of the request */
  constructor(headers: { 'content-type'?: string | undefined; 'content-length'?: string | undefined }) {
    this.#bodyBytes = Number(headers['content-length'] ?? 0);
    this.#boundaryBytes = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1]?.length ?? 0;
  }

  /** Length of the whole chunk in bytes; undefined until its form's fields have been read. */
  get payloadBytes(): number | undefined {
    // The form ends with CRLF, two dashes, the boundary, two dashes, CRLF.
    return this.fields && this.#bodyBytes - this.#start - this.#boundaryBytes - 8;
  }

  push(bytes: Buffer): void {
    this.#seen += bytes.length;
    if (!this.fields) this.#readHead(bytes);
    this.payload = Math.max(0, Math.min(this.#seen - this.#start, this.payloadBytes ?? 0));
  }

  /** Returns where the chunk itself begins in the last pushed piece; the piece's length where it does not. */
  startIn(bytes: Buffer): number {
    return this.fields ? Math.max(0, Math.min(bytes.length, this.#start - (this.#seen - bytes.length))) : bytes.length;
  }

  #readHead(bytes: Buffer): void {
    this.#head = Buffer.concat([this.#head, bytes.subarray(0, longestHead)]);
    const part = this.#head.indexOf(videoPart);
    const end = part < 0 ? -1 : this.#head.indexOf(endOfHead, part);
    if (end < 0) return;
    const text = this.#head.toString('utf8', 0, part);
    this.fields = new Map([...text.matchAll(field)].map(([, name = '', value = '']) => [name, value]));
    this.#start = end + endOfHead.length;
    this.#head = Buffer.alloc(0);
  }
}
