import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerSecret } from '#server/platform/secret/index.ts';

/** Tokens of addresses that open something without an account: 256 bits each. */
export interface SecretTokens {
  /** Always the same for one id, so that a later mail or screen can name it again; of no use without the server's secret. */
  tokenOf(id: string): string;
}

/**
 * Tokens are computed and never stored: the database has their digests alone, and whoever reads it learns no address.
 * @param purpose sets tokens of one kind apart from those of another
 */
export function createSecretTokens(secret: ServerSecret, purpose: string): SecretTokens {
  const key = secret.lastingKey(purpose);
  return { tokenOf: (id) => createHmac('sha256', key).update(id).digest('base64url') };
}

/** What the database keeps of a token. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Whether a text can be a token at all. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Compares digests in the same time wherever they differ. */
export function isSameDigest(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')];
  return first.length === second.length && timingSafeEqual(first, second);
}
