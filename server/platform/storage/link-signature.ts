import type { ServerSecret } from '#server/platform/secret/index.ts';

const stepMs = 3_600_000;
/** Long enough to watch a whole recording. */
export const goodForMs = 12 * stepMs;
/** Added to the expiry of an address that ends with a session: under the signature, so that nobody can take it away. */
const boundMark = 1;

/** What a signature adds to an address. */
export type SignedQuery = {
  expires?: string | undefined;
  signature?: string | undefined;
  session?: string | undefined;
  session_signature?: string | undefined;
};

export interface LinkSignature {
  /** Returns the query that signs these parts for half a day, and as long as the session lives where one is given. */
  sign(parts: readonly string[], session?: string): Record<string, string>;
  /** Returns whether a query signs these parts, is not expired, and its session still lives. */
  verify(parts: readonly string[], query: SignedQuery): Promise<boolean>;
}

export type LinkSignatureDeps = {
  secret: ServerSecret;
  clock: () => Date;
  isSessionAlive: (sessionId: string) => Promise<boolean>;
};

/**
 * Signs addresses. One that ends with a session has two signatures: a server of the version before, which knows no
 * sessions, believes the first, and this one asks for both.
 */
export function createLinkSignature(
  purpose: string,
  { secret, clock, isSessionAlive }: LinkSignatureDeps,
): LinkSignature {
  const signed = (...parts: string[]) => secret.sign(purpose, JSON.stringify(parts)).toString('base64url');
  const isSigned = (signature: string, ...parts: string[]) =>
    secret.isSigned(purpose, JSON.stringify(parts), Buffer.from(signature, 'base64url'));

  return {
    sign(parts, session) {
      // Rounded: the address stays the same for an hour, so that the cache is used, and a player goes on.
      const hour = Math.floor(clock().getTime() / stepMs) * stepMs + goodForMs;
      if (session === undefined) return { expires: String(hour), signature: signed(...parts, String(hour)) };
      const expires = String(hour + boundMark);
      const query = { expires, signature: signed(...parts, expires) };
      return { ...query, session, session_signature: signed(...parts, expires, session) };
    },
    async verify(parts, { expires = '', signature = '', session = '', session_signature = '' }) {
      if (!isSigned(signature, ...parts, expires) || Number(expires) <= clock().getTime()) return false;
      if (Number(expires) % stepMs !== boundMark) return true;
      return isSigned(session_signature, ...parts, expires, session) && (await isSessionAlive(session));
    },
  };
}
