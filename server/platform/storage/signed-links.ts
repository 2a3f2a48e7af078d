import { callerSession } from '#server/platform/http/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';

const purpose = 'file-link';
const stepMs = 3_600_000;
export const goodForMs = 12 * stepMs;

export type SignedQuery = {
  expires?: string | undefined;
  session?: string | undefined;
  signature?: string | undefined;
};

export interface SignedLinks {
  /**
   * Returns the address with a signature that is valid for half a day, as long as the session lives in which the call was
   * made; a new `version` of the file invalidates older ones.
   */
  sign(path: string, version: string): string;
  /** The same, one for everybody and until it expires: for pictures of people. */
  signForAll(path: string, version: string): string;
  /** Whether a request's path and query are such an address. */
  verify(path: string, version: string, query: SignedQuery): Promise<boolean>;
}

/** Addresses below /api that the browser itself fetches, as `<img src>` and downloads do, without a token. */
export function createSignedLinks(
  secret: ServerSecret,
  clock: () => Date,
  isSessionAlive: (sessionId: string) => Promise<boolean>,
): SignedLinks {
  const textOf = (path: string, version: string, expires: string, session: string | undefined) =>
    JSON.stringify([path, version, expires, ...(session ? [session] : [])]);

  const addressFor = (session: string | undefined, path: string, version: string) => {
    // Rounded, so that the address stays the same for an hour and the browser's cache is used.
    const expires = String(Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs);
    const signature = secret.sign(purpose, textOf(path, version, expires, session)).toString('base64url');
    return `${path}?${new URLSearchParams({ expires, ...(session && { session }), signature })}`;
  };
  return {
    sign: (path, version) => addressFor(callerSession(), path, version),
    signForAll: (path, version) => addressFor(undefined, path, version),
    async verify(path, version, { expires = '', session, signature = '' }) {
      const text = textOf(path, version, expires, session);
      const genuine = secret.isSigned(purpose, text, Buffer.from(signature, 'base64url'));
      if (!genuine || Number(expires) <= clock().getTime()) return false;
      return !session || isSessionAlive(session);
    },
  };
}
