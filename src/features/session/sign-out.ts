import { sessionCalls } from '#contract/session-calls.ts';
import { api } from '#src/lib/api.ts';
import { session } from '#src/lib/session.ts';

/** Signs out here and in every tab. A failing call is only logged; what waits to be sent stays, bound to the person. */
export async function signOut(): Promise<void> {
  await api(sessionCalls.logout, { signal: AbortSignal.timeout(5_000) }).catch((error: unknown) =>
    console.error('Failed to logout', error),
  );
  await session.clear();
  navigator.serviceWorker?.controller?.postMessage({ type: 'signed-out' });
}
