import { type KeyObject, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import { tokenDigest } from '#server/platform/secret/index.ts';

/** Lifetime of an access token, in seconds. */
export const accessTokenSeconds = 15 * 60;

export type AccessClaims = { userId: string; sessionId: string };

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Returns the claims of a token of this server; undefined if it is forged, or expired and `expired` is not set. */
  verify(token: string, options?: { expired?: boolean }): Promise<AccessClaims | undefined>;
}

const maxKept = 10_000;

/**
 * Creates access tokens (JWT, HS256) that name the user and the session. The signature of each token is verified only
 * once.
 */
export function createAccessTokens(secret: ServerSecret, clock: () => Date): AccessTokens {
  const keys = () => secret.keys('access-token');
  const checked = new Map<string, { claims: AccessClaims; until: number; key: KeyObject }>();
  const keep = (token: string, key: KeyObject, claims: AccessClaims | undefined, until: number | undefined) => {
    if (!claims || until === undefined) return;
    if (checked.size >= maxKept) checked.delete(checked.keys().next().value ?? '');
    checked.set(token, { claims, until, key });
  };
  return {
    sign: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt(clock())
        .setExpirationTime(new Date(clock().getTime() + accessTokenSeconds * 1000))
        .sign(keys()[0]),
    async verify(token, options) {
      const known = checked.get(token);
      if (known && known.until > clock().getTime() && keys().includes(known.key)) return known.claims;
      checked.delete(token);
      for (const key of keys()) {
        try {
          const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: clock() });
          const claims = claimsOf(payload);
          keep(token, key, claims, payload.exp && payload.exp * 1000);
          return claims;
        } catch (error) {
          // The token was signed with another of the server's keys, or is forged.
          if (error instanceof errors.JWSSignatureVerificationFailed) continue;
          return options?.expired && error instanceof errors.JWTExpired ? claimsOf(error.payload) : undefined;
        }
      }
      return undefined;
    },
  };
}

function claimsOf(payload: { sub?: string; sid?: unknown }): AccessClaims | undefined {
  return payload.sub && typeof payload.sid === 'string' ? { userId: payload.sub, sessionId: payload.sid } : undefined;
}

type RefreshTokens = {
  /** Issues a new token for the session. */
  issue(sessionId: string): { token: string; hash: string };
  /** Returns the session of a genuine token and the token's stored hash; undefined for anything else. */
  read(token: string): { sessionId: string; hash: string } | undefined;
};

const refreshPurpose = 'refresh-token';

/**
 * Creates refresh tokens of the form `session.random.signature`. The signature proves that the token was once issued,
 * so that a genuine but unknown token is known to be reuse and not a guess.
 */
export function createRefreshTokens(secret: ServerSecret): RefreshTokens {
  return {
    issue(sessionId) {
      const text = `${sessionId}.${randomBytes(24).toString('base64url')}`;
      const token = `${text}.${secret.sign(refreshPurpose, text).toString('base64url')}`;
      return { token, hash: tokenDigest(token) };
    },
    read(token) {
      const [sessionId, random, signature, ...rest] = token.split('.');
      if (!sessionId || !random || !signature || rest.length > 0) return undefined;
      const given = Buffer.from(signature, 'base64url');
      if (!secret.isSigned(refreshPurpose, `${sessionId}.${random}`, given)) return undefined;
      return { sessionId, hash: tokenDigest(token) };
    },
  };
}
