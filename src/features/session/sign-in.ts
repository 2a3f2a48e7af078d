import { zodResolver } from '@hookform/resolvers/zod';
import { type Credentials, credentials } from '#contract/session.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { api, flushLogouts, ReplyError, session } from '#src/sync/index.ts';
import { loadCurrentUser } from './load-current-user.ts';

/** Checks the form by the contract. */
export const checkCredentials = zodResolver(credentials);

/**
 * Signs in: takes the token and keeps it, then asks who it is. When only that last answer is missing the person is in
 * all the same, and the protected area asks again.
 */
export async function signIn(body: Credentials): Promise<void> {
  // The answer to a logout that comes later than the login's would take the new cookie away.
  await flushLogouts();
  const { token } = await api(sessionCalls.login, { body }).catch((error: unknown) => {
    throw error instanceof ReplyError ? new Error('Token not found in response', { cause: error }) : error;
  });
  await session.save({ token });
  await loadCurrentUser().catch((error: unknown) => {
    if (session.ending() !== undefined) throw error;
  });
}
