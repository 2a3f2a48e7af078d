import { createStore } from 'zustand/vanilla';
import type { Session } from '../session/session.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import type { Store } from '../store/store.ts';
import { acquireLock } from '../time/web-lock.ts';
import { recordingLock } from './recording-session.ts';

interface LeftDeps {
  store: Pick<Store, 'recordingsOf' | 'deleteRecording'>;
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
      // Its page died before anything was recorded.
      if (row.size === 0) await store.deleteRecording(row.id).catch(() => undefined);
      else left.push(row);
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
