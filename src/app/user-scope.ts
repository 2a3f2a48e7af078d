import type { QueryClient } from '@tanstack/react-query';
import type { Role } from '#contract/roles.ts';
import { createQueryClient, followLeftRecordings, forgetCache, persistCache } from '#src/sync/index.ts';
import { hideToast } from '#src/ui/index.ts';
import { followConnection, pauseQueriesOffline } from './follow-connection.ts';
import { followEvents } from './follow-events.ts';
import { followOutbox } from './follow-outbox.ts';
import { followUploads } from './follow-uploads.ts';
import { startInTurn } from './start-in-turn.ts';

export interface UserScope {
  queryClient: QueryClient;
  /** Settles once the device's cache is in. */
  restored: Promise<void>;
  isRestored: () => boolean;
  /** Starts what runs while the person is signed in; the returned function ends it. */
  start: (role: Role) => () => void;
  /** The person left. */
  close: () => void;
}

const areas = new Map<string, UserScope>();

/** Nobody is signed in: nothing of anybody stays in memory. */
export function closeUserScopes(): void {
  for (const area of areas.values()) area.close();
}

/** What one signed-in person has in this page: opened once, closed when they leave. */
export function openUserScope(userId: string): UserScope {
  const known = areas.get(userId);
  if (known) return known;
  pauseQueriesOffline();
  const queryClient = createQueryClient();
  const cache = persistCache(queryClient, userId);
  let isRestored = false;
  const area: UserScope = {
    queryClient,
    restored: cache.restored.then(() => {
      isRestored = true;
    }),
    isRestored: () => isRestored,
    start(role) {
      const starts = [() => followConnection(role), () => followOutbox(queryClient)];
      if (role === 'secretary')
        starts.push(
          () => followEvents(queryClient),
          () => followUploads(queryClient),
          followLeftRecordings,
        );
      return startInTurn(starts);
    },
    close() {
      areas.delete(userId);
      cache.stop();
      queryClient.clear();
      hideToast();
      // Signed out, here or in another tab: nothing of what was read stays on the device.
      if (localStorage.getItem('token') === null) void forgetCache();
    },
  };
  areas.set(userId, area);
  return area;
}
