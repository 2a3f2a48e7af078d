import type { QueryClient } from '@tanstack/react-query';
import type { Role } from '#contract/roles.ts';
import { followOtherTabs } from '#src/data/recording/index.ts';
import {
  clearDeviceCache,
  createQueryClient,
  followLeftRecordings,
  followProvider,
  mutationNamed,
  onSentUnqueued,
  outbox,
  parseReply,
  persistCache,
  requestBackgroundSendingOnLeaving,
  settle,
} from '#src/sync/index.ts';
import { hideToast, showToast } from '#src/ui/index.ts';
import { followConnection, pauseQueriesOffline } from './connection-toasts.ts';
import { followEvents } from './follow-events.ts';
import { followUploads } from './follow-uploads.ts';
import { startInTurn } from './start-in-turn.ts';
import './registry.ts';

interface UserScope {
  queryClient: QueryClient;
  /** Settles once the device's cache is restored. */
  restored: Promise<void>;
  isRestored: () => boolean;
  /** Starts what runs while the person is signed in; the returned function stops it. */
  start: (role: Role) => () => void;
  /** Removes the person's data after sign-out. */
  close: () => void;
}

const scopes = new Map<string, UserScope>();

/** Closes all scopes once nobody is signed in, so that no data stays in memory. */
export function closeUserScopes(): void {
  for (const scope of scopes.values()) scope.close();
}

/** Returns the scope of a signed-in person in this page: opened once, closed when they sign out. */
export function openUserScope(userId: string): UserScope {
  const known = scopes.get(userId);
  if (known) return known;
  pauseQueriesOffline();
  const queryClient = createQueryClient();
  const cache = persistCache(queryClient, userId);
  let isRestored = false;
  const scope: UserScope = {
    queryClient,
    restored: cache.restored.then(() => {
      isRestored = true;
    }),
    isRestored: () => isRestored,
    start(role) {
      const starts = [() => followConnection(role), () => followOutbox(queryClient, cache.saved)];
      // Administrators get no events.
      if (role !== 'admin') starts.push(() => followEvents(queryClient));
      if (role === 'secretary') starts.push(() => followUploads(queryClient), followLeftRecordings, followOtherTabs);
      return startInTurn(starts);
    },
    close() {
      scopes.delete(userId);
      cache.stop();
      queryClient.clear();
      hideToast();
      // After sign-out, here or in another tab, nothing that was read stays on the device.
      if (localStorage.getItem('token') === null) void clearDeviceCache();
    },
  };
  scopes.set(userId, scope);
  return scope;
}

/** Shows what only the answer could say. */
function showOutcome(kind: string, variables: unknown, reply: unknown): void {
  const words = mutationNamed(kind)?.outcome?.(variables, reply);
  if (words) showToast(words.message, { detail: words.detail });
}

let started = false;

/**
 * Updates the cache with what the server accepted, whoever sent it. The outbox itself is started once per visit and
 * runs on by itself: it follows the session, and sends only the mutations of the signed-in person.
 * @param saved resolves once the cache is on the device: until then the sent mutation is kept there
 */
function followOutbox(client: QueryClient, saved: () => Promise<void>): () => void {
  const ends = [
    followProvider(),
    onSentUnqueued(({ name: kind }, variables, reply) => {
      void settle(client, { kind, variables, reply });
      showOutcome(kind, variables, reply);
    }),
    outbox.onSent(async ({ kind, variables, sentAt }, answer) => {
      const mutation = mutationNamed(kind);
      const reply = mutation && (await parseReply(mutation.call, answer));
      await settle(client, { kind, variables, reply, sentAt });
      // Every tab hears of it, whoever sent it: the person is told where they are.
      if (document.visibilityState !== 'hidden') showOutcome(kind, variables, reply);
      await saved();
    }),
  ];
  if (!started) {
    void outbox.start();
    requestBackgroundSendingOnLeaving(() => outbox.list().some(({ state }) => state === 'waiting'));
  }
  started = true;
  return () => {
    for (const end of ends) end();
  };
}
