import type { Outcome } from './outcome.ts';

export type RefreshOutcome =
  | { kind: 'token'; token: string }
  /** The server gave none: the person is signed out. */
  | { kind: 'no-token' }
  /** The server could not be asked, so nothing is known and nothing is lost. */
  | { kind: 'unavailable'; reason: string };

/** Source of a call's token, and of another one after a 401: the session. */
export interface TokenSource {
  read(): Promise<string | null>;
  /** One refresh serves any number of 401s, in all tabs and the worker. */
  refresh(stale: string): Promise<RefreshOutcome>;
  clear(): Promise<void>;
  owner(): Promise<string | null>;
}

/** Fetches another token after a 401; where the server gives none, the session ends. */
export async function renewToken(session: Omit<TokenSource, 'owner'>, stale: string): Promise<RefreshOutcome> {
  const outcome = await session.refresh(stale);
  // Somebody may have signed in meanwhile: only the session that was refused ends.
  if (outcome.kind === 'no-token' && (await session.read()) === stale) await session.clear();
  return outcome;
}

/**
 * Runs a call with the current token, and after a 401 once more with a new one; where the server gives none, the person
 * is signed out. A new token that is refused too is a fault of the server, which passes by itself.
 */
export async function withToken<T>(
  session: Omit<TokenSource, 'owner'>,
  call: (token: string) => Promise<Outcome<T> | 'unauthorized'>,
): Promise<Outcome<T>> {
  try {
    const token = await session.read();
    if (token === null) return signedOut;
    const first = await call(token);
    if (first !== 'unauthorized') return first;
    const renewed = await renewToken(session, token);
    if (renewed.kind === 'unavailable') return unanswered;
    if (renewed.kind === 'no-token') return signedOut;
    const second = await call(renewed.token);
    // The server issues tokens that it does not accept: nobody has to sign in again for that to pass.
    return second === 'unauthorized' ? refusedAnew : second;
  } catch {
    return unanswered;
  }
}

const unanswered = { kind: 'failed', failure: { kind: 'network' } } as const;
const refusedAnew = { kind: 'failed', failure: { kind: 'server', retryAfterMs: 0 } } as const;
const signedOut = { kind: 'failed', failure: { kind: 'signed-out' } } as const;

/** Like `withToken`, in this person's name only: somebody else may have signed in since, also during the refresh. */
export function withTokenOf<T>(
  ownerId: string,
  session: TokenSource,
  call: (token: string) => Promise<Outcome<T> | 'unauthorized'>,
): Promise<Outcome<T>> {
  return withToken(session, async (token) => ((await session.owner()) === ownerId ? call(token) : signedOut));
}
