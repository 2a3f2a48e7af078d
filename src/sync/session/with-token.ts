import type { Outcome } from '../http/outcome.ts';
import type { Session } from './session.ts';

export type TokenSource = Pick<Session, 'read' | 'refresh' | 'clear' | 'owner'>;

/**
 * Runs a call with the token of now, and after a 401 once more with a new one; without one the person is signed out. A
 * new token that is refused too is the server's trouble, and goes by itself.
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
    const refreshed = await session.refresh(token);
    if (refreshed.kind === 'unavailable') return unanswered;
    if (refreshed.kind === 'no-token') {
      // Somebody may have signed in meanwhile: only the session that was refused ends.
      if ((await session.read()) === token) await session.clear();
      return signedOut;
    }
    const second = await call(refreshed.token);
    // The server gives tokens that it does not take: nobody has to sign in for that to pass.
    return second === 'unauthorized' ? refusedAnew : second;
  } catch {
    return unanswered;
  }
}

const unanswered = { kind: 'failed', failure: { kind: 'network' } } as const;
const refusedAnew = { kind: 'failed', failure: { kind: 'server', retryAfterMs: 0 } } as const;
const signedOut = { kind: 'failed', failure: { kind: 'signed-out' } } as const;

/** As `withToken`, in this person's name only: somebody else may have signed in since, also while a 401 was settled. */
export function withTokenOf<T>(
  ownerId: string,
  session: TokenSource,
  call: (token: string) => Promise<Outcome<T> | 'unauthorized'>,
): Promise<Outcome<T>> {
  return withToken(session, async (token) => ((await session.owner()) === ownerId ? call(token) : signedOut));
}
