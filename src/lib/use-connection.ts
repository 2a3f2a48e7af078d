import { useSyncExternalStore } from 'react';
import { connectivity } from './connectivity.ts';

/** Whether calls get through to the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline);
}
