import type { Credentials } from '#contract/session.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { api } from '#src/lib/api.ts';
import { ReplyError } from '#src/lib/api-errors.ts';
import { session } from '#src/lib/session.ts';
import { loadCurrentUser } from './load-current-user.ts';

/**
 * Signs in: takes the token and keeps it, then asks who it is. When only that last answer is missing the person is in
 * all the same, and the protected area asks again.
 */
export async function signIn(body: Credentials): Promise<void> {
  const { token } = await api(sessionCalls.login, { body }).catch((error: unknown) => {
    throw error instanceof ReplyError ? new Error('Token not found in response', { cause: error }) : error;
  });
  await session.save({ token });
  await loadCurrentUser().catch(() => undefined);
}
