/** SHA-256 of a Blob as lower-case hex. Rejects with the Blob's own error where it cannot be read. */
export type Hasher = (blob: Blob) => Promise<string>;

/** Digests where it is called: in the service worker, which may not start workers, and inside the hash worker. */
export const hashHere: Hasher = async (blob) => toHex(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer()));

/** SHA-256 over the digests of all chunks in order: what the server answers as `chunks_sha256`. */
export async function hashOfHashes(hashes: readonly string[]): Promise<string> {
  const bytes = Uint8Array.from(
    hashes.flatMap((hash) => hash.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)),
  );
  return toHex(await crypto.subtle.digest('SHA-256', bytes));
}

function toHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
