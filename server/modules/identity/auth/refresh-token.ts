import { createHash, randomBytes } from 'node:crypto';
import type { ServerSecret } from '#server/platform/secret/index.ts';

export type RefreshTokens = {
  /** Issues a new token for the session. */
  issue(sessionId: string): { token: string; hash: string };
  /** Returns the session of a genuine token and the token's stored hash; undefined for anything else. */
  read(token: string): { sessionId: string; hash: string } | undefined;
};

const purpose = 'refresh-token';

/**
 * Creates refresh tokens of the form `session.random.signature`. The signature proves that the token was once issued,
 * so that a genuine but unknown token is known to be reuse and not a guess.
 */
export function createRefreshTokens(secret: ServerSecret): RefreshTokens {
  const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    issue(sessionId) {
      const text = `${sessionId}.${randomBytes(24).toString('base64url')}`;
      const token = `${text}.${secret.sign(purpose, text).toString('base64url')}`;
      return { token, hash: hashOf(token) };
    },
    read(token) {
      const [sessionId, random, signature, ...rest] = token.split('.');
      if (!sessionId || !random || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      if (!secret.isSigned(purpose, `${sessionId}.${random}`, given)) return undefined;
      return { sessionId, hash: hashOf(token) };
    },
  };
}
