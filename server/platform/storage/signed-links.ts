import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '#server/platform/secret/index.ts';

const stepMs = 3_600_000;
const goodForMs = 12 * stepMs;

export interface SignedLinks {
  /** Returns the address with a signature that is valid for half a day; a new `version` of the file invalidates older ones. */
  sign(path: string, version: string): string;
  /** Whether a request's path and query are such an address. */
  verify(
    path: string,
    version: string,
    query: { expires?: string | undefined; signature?: string | undefined },
  ): boolean;
}

/** Addresses below /api that the browser itself fetches, as `<img src>` and downloads do, without a token. */
export function createSignedLinks(secret: Buffer, clock: () => Date): SignedLinks {
  // A key object, made once: Node would make one of the bytes for each address, at three times the cost of the digest.
  const key = createSecretKey(deriveKey(secret, 'file-link'));
  const digest = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    sign(path, version) {
      // Rounded, so that the address stays the same for an hour and the browser's cache is used.
      const expires = String(Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs);
      const signature = digest(path, version, expires).toString('base64url');
      return `${path}?${new URLSearchParams({ expires, signature })}`;
    },
    verify(path, version, { expires = '', signature = '' }) {
      const given = Buffer.from(signature, 'base64url');
      const right = digest(path, version, expires);
      const genuine = given.length === right.length && timingSafeEqual(given, right);
      return genuine && Number(expires) > clock().getTime();
    },
  };
}
