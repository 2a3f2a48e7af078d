import { useSyncExternalStore } from 'react';
import type { OfflineReason } from '../connectivity/connectivity.ts';
import { connectivity } from './connectivity.ts';

/** Whether calls get through to the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline);
}

/** Why calls do not get through; undefined where they do. */
export function useOfflineReason(): OfflineReason | undefined {
  return useSyncExternalStore(connectivity.subscribe, connectivity.offlineReason);
}
