import type { SessionUser } from './session-repository.ts';

const mostEntries = 10_000;

/**
 * Remembers who a session belongs to, so that not every call asks the database. What ends on this node is forgotten at
 * once, what ends on another when that tells; where it could not, after `maxAgeMs`.
 */
export function createSessionCache(
  find: (sessionId: string) => Promise<SessionUser | undefined>,
  { maxAgeMs, clock }: { maxAgeMs: number; clock: () => Date },
) {
  const kept = new Map<string, { user: SessionUser; until: number }>();
  // A session that is forgotten while it is being read must not be cached by that read.
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
        if (kept.size >= mostEntries) kept.delete(kept.keys().next().value ?? '');
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
