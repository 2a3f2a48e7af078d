import type { FastifyInstance, FastifyRequest } from 'fastify';
import { calls } from '#contract/calls.ts';
import { emailKey } from '#contract/common.ts';
import type { Credentials } from '#contract/identity/session.ts';
import type { Db } from '#server/platform/db/index.ts';
import { type RouteDeps, routesOf } from '#server/platform/http/index.ts';
import { type AttemptCounters, createAttemptGuard } from '#server/platform/limits/index.ts';
import { notFound, Problem } from '#server/platform/problem/index.ts';
import type { ServerSecret } from '#server/platform/secret/index.ts';
import type { SignedLinks } from '#server/platform/storage/index.ts';
import type { AddressLimits } from '../accounts/address-limits.ts';
import type { Auth } from '../auth/auth.ts';
import { verifyPassword } from '../auth/password.ts';
import { knownDevice, refreshCookie } from './cookies.ts';
import { findUserByEmail, findUserView } from './user-repository.ts';

export type SessionDeps = RouteDeps & {
  auth: Auth;
  fileLinks: SignedLinks;
  attempts: AttemptCounters;
  addressLimits: AddressLimits;
  secret: ServerSecret;
  /** True if the app is served over https; the cookies are then sent over https only. */
  secureCookies: boolean;
  /** Throws where an account may not be entered from there with this password, although it is right. */
  refusePassword: (request: FastifyRequest, entered: { email: string; password: string }) => void;
};

const loginLimits = { pair: 10, account: 100, windowMs: 15 * 60 * 1000 };

/** Registers login, refresh, logout and the call for the signed-in user. */
export function registerSession(app: FastifyInstance, deps: SessionDeps): void {
  const { auth, fileLinks } = deps;
  const route = routesOf(app, deps);
  const cookie = refreshCookie({ secure: deps.secureCookies });
  const devices = knownDevice(deps.secret, { secure: deps.secureCookies });
  const limits = { ...loginLimits, address: deps.addressLimits.login };
  const guard = createAttemptGuard('login', 'Слишком много попыток входа', limits, deps.attempts);

  route(calls.login, async ({ body, db, request, reply }) => {
    const attempt = { db, account: emailKey(body.email), ip: request.ip, device: devices.read(request, body.email) };
    await deps.addressLimits.refresh(db);
    const pair = await guard.countFailuresOf(attempt, () => signIn(db, body, request));
    cookie.set(reply, pair.refreshToken);
    devices.remember(request, reply, body.email);
    return { token: pair.token };
  });

  async function signIn(db: Db, body: Credentials, request: FastifyRequest) {
    const { headers } = request;
    const account = await findUserByEmail(db, body.email);
    const passwordHash = account?.passwordHash;
    if (!(await verifyPassword(body.password, passwordHash)) || !account || !passwordHash) throw wrongCredentials();
    if (account.isBlocked) {
      throw new Problem('blocked', 'Учётная запись заблокирована. Обратитесь к администратору');
    }
    deps.refusePassword(request, { email: account.email, password: body.password });
    // Browsers send this header, and keep cookies.
    const client = { userAgent: headers['user-agent'], keepsCookies: headers['sec-fetch-site'] !== undefined };
    const pair = await auth.signInWith({ id: account.id, passwordHash }, client);
    if (!pair) throw wrongCredentials();
    return pair;
  }

  route(calls.refresh, async ({ request, reply }) => {
    const refreshToken = cookie.read(request);
    if (refreshToken === undefined) {
      const token = await auth.renew(request.headers.authorization);
      if (token === undefined) throw sessionEnded();
      return { token };
    }
    const pair = await auth.refresh(refreshToken);
    if (!pair) {
      cookie.clear(reply);
      throw sessionEnded();
    }
    cookie.set(reply, pair.refreshToken);
    return { token: pair.token };
  });

  // A logout made offline may arrive after the next person has signed in here: it ends its own session, not theirs.
  route(calls.logout, async ({ request, reply }) => {
    const refreshToken = cookie.read(request);
    const ended = await auth.signOut({ authorization: request.headers.authorization, refreshToken });
    if (refreshToken !== undefined && auth.sessionOf(refreshToken) === ended) cookie.clear(reply);
  });

  route(calls.me, async ({ db, user }) => {
    const me = await findUserView(db, user.id, fileLinks.signForAll);
    if (!me) throw notFound();
    return me;
  });
}

function sessionEnded(): Problem {
  return new Problem('unauthorized', 'Сеанс завершён. Войдите снова');
}

function wrongCredentials(): Problem {
  return new Problem('invalid_credentials', 'Неверный e-mail или пароль');
}
