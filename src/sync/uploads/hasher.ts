/** SHA-256 of a Blob as lower-case hex. Rejects where it cannot be read. */
export type Hasher = (blob: Blob) => Promise<string>;

// One buffer for all chunks: with one for each, hundreds of MiB of them wait for the collector.
let buffer = new ArrayBuffer(0);
let lastRead: Promise<unknown> = Promise.resolve();
// Chromium collects a stream that only its own pending read refers to, and then that read never ends.
const openReaders = new Set<ReadableStreamBYOBReader>();

/** Digests where it is called, one Blob after the other: in the service worker, and inside the hash worker. */
export const hashHere: Hasher = async (blob) => {
  // A digest begins with a copy of the bytes, so the next Blob can be read at the same time.
  const begun = lastRead.then(async () => {
    const digest = await findDigest();
    return { digest: digest(await read(blob)) };
  });
  lastRead = begun.catch(() => undefined);
  return toHex(await (await begun).digest);
};

/** Returns the bytes of the Blob, which are valid until the next call. */
async function read(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const reader = byteReader(blob);
  if (!reader) return new Uint8Array(await blob.arrayBuffer());
  openReaders.add(reader);
  try {
    return await fill(reader, blob.size);
  } finally {
    openReaders.delete(reader);
  }
}

async function fill(reader: ReadableStreamBYOBReader, size: number): Promise<Uint8Array<ArrayBuffer>> {
  let into = buffer.byteLength < size ? new ArrayBuffer(size) : buffer;
  // A read that fails takes its buffer with it.
  buffer = new ArrayBuffer(0);
  let at = 0;
  while (at < size) {
    const { value } = await reader.read(new Uint8Array(into, at, size - at));
    if (!value?.byteLength) throw new DOMException('The source ended early', 'NotReadableError');
    into = value.buffer;
    at += value.byteLength;
  }
  buffer = into;
  return new Uint8Array(into, 0, size);
}

/** Returns a reader into the caller's buffer; undefined where the browser's Blobs do not support that. */
function byteReader(blob: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

/** SHA-256 over the digests of all chunks in order: what the server answers as `chunks_sha256`. */
export async function hashOfHashes(hashes: readonly string[]): Promise<string> {
  const bytes = Uint8Array.from(
    hashes.flatMap((hash) => hash.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  );
  return toHex(await (await findDigest())(bytes));
}

type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer> | Uint8Array;

/** Returns the browser's SHA-256; in a page without TLS, which has none, that of a library, which is slower. */
async function findDigest(): Promise<Digest> {
  if (globalThis.crypto?.subtle) return (bytes) => crypto.subtle.digest('SHA-256', bytes);
  return (await import('@noble/hashes/sha2.js')).sha256;
}

function toHex(digest: ArrayBuffer | Uint8Array): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
