import { useSyncExternalStore } from 'react';
import { type Role, roles } from '#contract/role-names.ts';
import type { OfflineReason } from '../connectivity/connectivity.ts';
import { connectivity } from './connectivity.ts';
import { session } from './session.ts';

interface SessionView {
  token: boolean;
  /** Undefined while it is not known; a role unknown to this version counts as external. */
  role: Role | undefined;
  userId: string | undefined;
}

let view = readSession();

/** Who is signed in here, also after another tab changed it. */
export function useSession(): SessionView {
  return useSyncExternalStore(subscribe, () => {
    const now = readSession();
    if (now.token !== view.token || now.role !== view.role || now.userId !== view.userId) view = now;
    return view;
  });
}

/** Returns who is signed in, by the present state of localStorage. */
export function readSession(): SessionView {
  const role = localStorage.getItem('role');
  return {
    token: localStorage.getItem('token') !== null,
    role: role === null ? undefined : (roles.find((known) => known === role) ?? 'external'),
    userId: localStorage.getItem('user_id') ?? undefined,
  };
}

function subscribe(changed: () => void): () => void {
  const unsubscribe = session.subscribe(changed);
  window.addEventListener('storage', changed);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', changed);
  };
}

/** Whether calls get through to the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(connectivity.subscribe, connectivity.isOnline);
}

/** Why calls do not get through; undefined where they do. */
export function useOfflineReason(): OfflineReason | undefined {
  return useSyncExternalStore(connectivity.subscribe, connectivity.offlineReason);
}
