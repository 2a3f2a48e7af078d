import { sessionCalls } from '#contract/identity/session-calls.ts';
import { api, session } from '#src/sync/index.ts';

/** Asks who is signed in, and stores the role and the user id. */
export async function loadCurrentUser(): Promise<void> {
  const { id, role } = await api(sessionCalls.me, {});
  const token = await session.read();
  if (token !== null) await session.save({ token, role, userId: id });
}
