import { useMemo, useSyncExternalStore } from 'react';
import { createLeftRecordings } from '../recordings/left-recordings.ts';
import type { RecordingRow } from '../store/recording-row.ts';
import { outbox } from './outbox.ts';
import { session } from './session.ts';
import { store } from './store.ts';

/** The recordings on this device that are neither sent nor discarded. */
export const leftRecordings = createLeftRecordings({ store, session, locks: navigator.locks });

/** Looks for them now, when somebody else signs in, and whenever this page is seen again. Returns the unsubscribe. */
export function followLeftRecordings(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void leftRecordings.look();
  };
  document.addEventListener('visibilitychange', look);
  const unsubscribe = session.subscribe(() => void leftRecordings.look());
  void leftRecordings.look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    unsubscribe();
  };
}

/** Returns those of one protocol, by any of its ids. */
export function useLeftRecordings(protocolId?: string): readonly RecordingRow[] {
  const all = useSyncExternalStore(leftRecordings.subscribe, leftRecordings.list);
  return useMemo(
    () => (protocolId === undefined ? all : all.filter((row) => outbox.currentId(row.protocolId) === protocolId)),
    [all, protocolId],
  );
}
