import { errors, jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '#server/platform/secret/index.ts';

/** Seconds that an access token is good for. */
export const accessTokenSeconds = 15 * 60;

export type AccessClaims = { userId: string; sessionId: string };

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** The claims of a token of ours; undefined when forged, or expired unless `expired` is allowed. */
  verify(token: string, options?: { expired?: boolean }): Promise<AccessClaims | undefined>;
}

const mostKept = 10_000;

/** Access tokens (JWT, HS256) that name the user and the session. A signature is checked once for each token. */
export function createAccessTokens(secret: Buffer, clock: () => Date): AccessTokens {
  const key = deriveKey(secret, 'access-token');
  const checked = new Map<string, { claims: AccessClaims; until: number }>();
  const keep = (token: string, claims: AccessClaims | undefined, until: number | undefined) => {
    if (!claims || until === undefined) return;
    if (checked.size >= mostKept) checked.delete(checked.keys().next().value ?? '');
    checked.set(token, { claims, until });
  };
  return {
    sign: ({ userId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setIssuedAt(clock())
        .setExpirationTime(new Date(clock().getTime() + accessTokenSeconds * 1000))
        .sign(key),
    async verify(token, options) {
      const known = checked.get(token);
      if (known && known.until > clock().getTime()) return known.claims;
      checked.delete(token);
      try {
        const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: clock() });
        const claims = claimsOf(payload);
        keep(token, claims, payload.exp && payload.exp * 1000);
        return claims;
      } catch (error) {
        return options?.expired && error instanceof errors.JWTExpired ? claimsOf(error.payload) : undefined;
      }
    },
  };
}

function claimsOf(payload: { sub?: string; sid?: unknown }): AccessClaims | undefined {
  return payload.sub && typeof payload.sid === 'string' ? { userId: payload.sub, sessionId: payload.sid } : undefined;
}
