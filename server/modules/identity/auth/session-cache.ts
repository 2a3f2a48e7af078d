import type { SessionUser } from './session-repository.ts';

const mostEntries = 10_000;

/**
 * Caches the user of each session, so that not every call reads the database. A session that ends on this node is
 * dropped at once, one that ends on another node when that node reports it, or after `maxAgeMs` at the latest.
 */
export function createSessionCache(
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
