import { createHash } from 'node:crypto';

/** Returns the digest (SHA-256, hex) of a token, which is stored in place of it: who reads the database cannot use it. */
export function tokenDigest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
