import { useSyncExternalStore } from 'react';
import type { Trouble } from '../connectivity/connectivity.ts';
import { connectivity } from './connectivity.ts';

/** Whether calls get through to the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline);
}

/** Why calls do not get through; undefined where they do. */
export function useTrouble(): Trouble | undefined {
  return useSyncExternalStore(connectivity.subscribe, connectivity.trouble);
}
