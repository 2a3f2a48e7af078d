import { createStore } from 'zustand/vanilla';
import type { Session } from '../session/session.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import type { Store } from '../store/store.ts';
import { acquireLock } from '../time/web-lock.ts';

/** Returns the name of the lock that a page holds while it records: a row with a free lock was left by a dead page. */
export function recordingLock(id: string): string {
  return `recording:${id}`;
}

interface LeftDeps {
  store: Pick<Store, 'recordingsOf' | 'getRecording' | 'deleteRecording'>;
  session: Pick<Session, 'owner'>;
  locks: Pick<LockManager, 'request'>;
}

/** Recordings of the signed-in person that nobody is making any more, and that are neither sent nor discarded. */
export function createLeftRecordings({ store, session, locks }: LeftDeps) {
  const found = createStore<{ rows: readonly RecordingRow[] }>(() => ({ rows: [] }));
  let asked = 0;

  /** Looks for recordings: at the start, and whenever a recording ends or another person signs in. */
  async function look(): Promise<void> {
    asked += 1;
    const turn = asked;
    const owner = await session.owner();
    // A browser without storage has no recordings.
    const kept = owner === null ? [] : await store.recordingsOf(owner).catch(() => []);
    const left: RecordingRow[] = [];
    for (const row of kept) {
      const release = await acquireLock(locks, recordingLock(row.id), { ifAvailable: true });
      if (!release) continue;
      // Under the lock, since it may have gone on and ended after the first read, or become an upload.
      const now = await store.getRecording(row.id).catch(() => (row.size === 0 ? undefined : row));
      // Its page died before anything was recorded.
      if (now?.size === 0) await store.deleteRecording(now.id).catch(() => undefined);
      else if (now) left.push(now);
      release();
    }
    if (turn !== asked) return;
    found.setState({ rows: left.sort((one, other) => one.startedAt - other.startedAt) });
  }

  return {
    list: (): readonly RecordingRow[] => found.getState().rows,
    subscribe: found.subscribe,
    look,
    async discard(id: string): Promise<void> {
      await store.deleteRecording(id);
      await look();
    },
  };
}
