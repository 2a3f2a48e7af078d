import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/platform/db/index.ts';
import type { RequestUser } from '#server/platform/http/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import {
  dropSurplusSessions,
  findSessionUser,
  findYoungSessionUser,
  revokeSession,
  revokeSessionsOf,
  rotateSession,
  type SessionUser,
  startCheckedSession,
  startSession,
} from './session-repository.ts';
import { createAccessTokens, createRefreshTokens } from './tokens.ts';

export type TokenPair = { token: string; refreshToken: string };

export interface Auth {
  /** Returns the user of an `Authorization: Bearer …` header while the session lives and the person is not blocked. */
  authenticate(authorization: string | undefined): Promise<RequestUser | null>;
  signIn(userId: string, userAgent: string | undefined): Promise<TokenPair>;
  /** As `signIn`, for a person whose password was checked against this hash; undefined if it has changed since. */
  signInWith(
    account: { id: string; passwordHash: string },
    client: { userAgent: string | undefined; keepsCookies?: boolean },
  ): Promise<TokenPair | undefined>;
  /** Returns the next pair of tokens; undefined if the refresh token is no longer valid. */
  refresh(refreshToken: string): Promise<TokenPair | undefined>;
  /**
   * Returns another access token for one of a client without cookies, even an expired one. Undefined once the session has
   * been refreshed by its cookie, or is too old: a stolen access token is not to be renewed for ever.
   */
  renew(authorization: string | undefined): Promise<string | undefined>;
  /** Ends the session of the access token (even an expired one), or else of the refresh token. @returns its id */
  signOut(tokens: {
    authorization?: string | undefined;
    refreshToken?: string | undefined;
  }): Promise<string | undefined>;
  /** Returns the session for which a refresh token was issued. */
  sessionOf(refreshToken: string): string | undefined;
  /** Returns whether a session is still valid. */
  isAlive(sessionId: string): Promise<boolean>;
  /** Drops a person's cached sessions, because one of them ended on another node. */
  forgetUser(userId: string): void;
  /** Ends every session of a person except `kept`; takes effect on this node at once. */
  signOutEverywhere(userId: string, reason: string, kept?: string): Promise<void>;
}

/** Manages sessions in the database: access tokens signed by `secret`, rotating refresh tokens, revocation. */
export function createAuth(deps: {
  database: Database;
  secret: ServerSecret;
  clock: () => Date;
  /** Tells all nodes and event streams that a session of this person has ended. */
  publishSessionEnd: (userId: string) => void;
}): Auth {
  const { clock, secret } = deps;
  const { db, kind } = deps.database;
  const access = createAccessTokens(secret, clock);
  const refreshTokens = createRefreshTokens(secret);
  const cache = createSessionCache((id) => findSessionUser(db, id, clock()), {
    // The embedded database has one node; on PostgreSQL another node may end a session.
    maxAgeMs: kind === 'pglite' ? 60_000 : 3_000,
    clock,
  });
  const bearer = (authorization: string | undefined) => /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1];

  function firstToken() {
    let refreshToken = '';
    const issue = (sessionId: string) => {
      const issued = refreshTokens.issue(sessionId);
      refreshToken = issued.token;
      return issued;
    };
    return { refreshToken: () => refreshToken, issue };
  }

  async function dropSurplus(userId: string, newest: string): Promise<void> {
    if (!(await dropSurplusSessions(db, userId, newest))) return;
    cache.forgetUser(userId);
    deps.publishSessionEnd(userId);
  }

  return {
    async authenticate(authorization) {
      const token = bearer(authorization);
      const claims = token === undefined ? undefined : await access.verify(token);
      const user = claims && (await cache.find(claims.sessionId));
      return user && user.id === claims?.userId ? { ...user, sessionId: claims.sessionId } : null;
    },
    async signIn(userId, userAgent) {
      const { refreshToken, issue } = firstToken();
      const sessionId = await startSession(db, { userId, userAgent, now: clock(), issue });
      await dropSurplus(userId, sessionId);
      return { token: await access.sign({ userId, sessionId }), refreshToken: refreshToken() };
    },
    async signInWith({ id: userId, passwordHash }, client) {
      const { refreshToken, issue } = firstToken();
      const sessionId = await startCheckedSession(db, { userId, passwordHash, ...client, now: clock(), issue });
      if (sessionId === undefined) return undefined;
      await dropSurplus(userId, sessionId);
      return { token: await access.sign({ userId, sessionId }), refreshToken: refreshToken() };
    },
    async refresh(refreshToken) {
      const used = refreshTokens.read(refreshToken);
      const user = used && (await findSessionUser(db, used.sessionId, clock()));
      if (!used || !user) return undefined;
      const next = refreshTokens.issue(used.sessionId);
      const outcome = await rotateSession(db, { ...used, nextHash: next.hash, now: clock() });
      if (outcome !== 'rotated') {
        cache.forget(used.sessionId);
        deps.publishSessionEnd(user.id);
      }
      if (outcome !== 'rotated') return undefined;
      return { token: await access.sign({ userId: user.id, sessionId: used.sessionId }), refreshToken: next.token };
    },
    async renew(authorization) {
      const token = bearer(authorization);
      const claims = token === undefined ? undefined : await access.verify(token, { expired: true });
      const user = claims && (await findYoungSessionUser(db, claims.sessionId, clock()));
      return user && user.id === claims?.userId ? access.sign(claims) : undefined;
    },
    async signOut({ authorization, refreshToken }) {
      const token = bearer(authorization);
      const claims = token === undefined ? undefined : await access.verify(token, { expired: true });
      const sessionId = claims?.sessionId ?? (refreshToken && refreshTokens.read(refreshToken)?.sessionId);
      if (!sessionId) return undefined;
      const userId = await revokeSession(db, sessionId, clock(), 'logout');
      cache.forget(sessionId);
      if (userId) deps.publishSessionEnd(userId);
      return sessionId;
    },
    sessionOf: (refreshToken) => refreshTokens.read(refreshToken)?.sessionId,
    forgetUser: (userId) => cache.forgetUser(userId),
    isAlive: async (sessionId) => (await cache.find(sessionId)) !== undefined,
    async signOutEverywhere(userId, reason, kept) {
      await revokeSessionsOf(db, userId, clock(), reason, kept);
      cache.forgetUser(userId);
      deps.publishSessionEnd(userId);
    },
  };
}

/** Sets `user` on every request. */
export function registerAuth(app: FastifyInstance, auth: Auth): void {
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (request) => {
    request.user = await auth.authenticate(request.headers.authorization);
  });
}

const maxCachedSessions = 10_000;

/**
 * Caches the user of each session, so that not every call reads the database. A session that ends on this node is
 * dropped at once, one that ends on another node when that node reports it, or after `maxAgeMs` at the latest.
 */
function createSessionCache(
  find: (sessionId: string) => Promise<SessionUser | undefined>,
  { maxAgeMs, clock }: { maxAgeMs: number; clock: () => Date },
) {
  const kept = new Map<string, { user: SessionUser; until: number }>();
  // Counts drops, so that a read during which a session was dropped is not cached.
  let forgotten = 0;
  return {
    async find(sessionId: string): Promise<SessionUser | undefined> {
      const now = clock().getTime();
      const entry = kept.get(sessionId);
      if (entry && entry.until > now) return entry.user;
      kept.delete(sessionId);
      const before = forgotten;
      const user = await find(sessionId);
      if (user && before === forgotten) {
        if (kept.size >= maxCachedSessions) kept.delete(kept.keys().next().value ?? '');
        kept.set(sessionId, { user, until: now + maxAgeMs });
      }
      return user;
    },
    forget(sessionId: string): void {
      forgotten += 1;
      kept.delete(sessionId);
    },
    forgetUser(userId: string): void {
      forgotten += 1;
      for (const [sessionId, { user }] of kept) if (user.id === userId) kept.delete(sessionId);
    },
  };
}
