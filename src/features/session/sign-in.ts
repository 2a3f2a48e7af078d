import { zodResolver } from '@hookform/resolvers/zod';
import { type Credentials, credentials } from '#contract/identity/session.ts';
import { sessionCalls } from '#contract/identity/session-calls.ts';
import { api, ReplyError, session, signInAfterLogouts } from '#src/sync/index.ts';
import { loadCurrentUser } from './load-current-user.ts';

/** Checks the form by the contract. */
export const checkCredentials = zodResolver(credentials);

/**
 * Signs in: requests the token and stores it, then asks who is signed in. If only that last answer is missing, the
 * person is signed in all the same, and the protected area asks again.
 */
export async function signIn(body: Credentials): Promise<void> {
  await signInAfterLogouts(async () => {
    const { token } = await api(sessionCalls.login, { body }).catch((error: unknown) => {
      throw error instanceof ReplyError ? new Error('Token not found in response', { cause: error }) : error;
    });
    return token;
  });
  await loadCurrentUser().catch((error: unknown) => {
    if (session.ending() !== undefined) throw error;
  });
}
