import type { ServerSecret } from '#server/platform/secret/index.ts';

const purpose = 'file-link';
const stepMs = 3_600_000;
export const goodForMs = 12 * stepMs;

export interface SignedLinks {
  /**
   * Returns the address with a signature that is valid for half a day; a new `version` of the file invalidates older
   * ones.
   */
  sign(path: string, version: string): string;
  /** Whether a request's path and query are such an address. */
  verify(
    path: string,
    version: string,
    query: { expires?: string | undefined; signature?: string | undefined },
  ): boolean;
}

/** Addresses below /api that the browser itself fetches, as `<img src>` and downloads do, without a token. */
export function createSignedLinks(secret: ServerSecret, clock: () => Date): SignedLinks {
  return {
    sign(path, version) {
      // Rounded, so that the address stays the same for an hour and the browser's cache is used.
      const expires = String(Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs);
      const signature = secret.sign(purpose, JSON.stringify([path, version, expires])).toString('base64url');
      return `${path}?${new URLSearchParams({ expires, signature })}`;
    },
    verify(path, version, { expires = '', signature = '' }) {
      const text = JSON.stringify([path, version, expires]);
      const genuine = secret.isSigned(purpose, text, Buffer.from(signature, 'base64url'));
      return genuine && Number(expires) > clock().getTime();
    },
  };
}
