import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerSecret } from '#server/platform/secret/index.ts';

/** Secret tokens of 256 bits, for addresses that open something without an account. */
export interface SecretTokens {
  /**
   * Returns the token of an id, always the same, so that a later mail or screen can show it again; it cannot be
   * computed without the server's secret.
   */
  tokenOf(id: string): string;
}

/**
 * Creates tokens that are computed and never stored: the database has only their digests, so that nobody who reads it
 * learns an address.
 * @param purpose separates the tokens of one kind from those of another
 */
export function createSecretTokens(secret: ServerSecret, purpose: string): SecretTokens {
  const key = secret.lastingKey(purpose);
  return { tokenOf: (id) => createHmac('sha256', key).update(id).digest('base64url') };
}

/** Returns whether a text has the form of a token. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compares digests in constant time. */
export function isSameDigest(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return first.length === second.length && timingSafeEqual(first, second);
}
