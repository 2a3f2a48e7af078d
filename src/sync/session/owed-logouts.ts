import { apiUrl, type Http } from '../http/client.ts';
import type { SessionCopies } from './session-parts.ts';

const answerMs = 5_000;
/** A gateway's word that the server itself was not reached, or has no time now. */
const unanswered = [408, 429, 502, 503, 504];

interface OwedDeps {
  copies: SessionCopies;
  http: Http;
}

/**
 * The sessions that a person left and whose POST /logout was not answered yet, by their tokens. Each is asked to end
 * with its own token, so that it never ends the session of whoever signed in since.
 */
export function createOwedLogouts({ copies, http }: OwedDeps) {
  // Also those that the device could not keep: they are owed as long as the page lives.
  const here = new Set<string>();

  async function forget(token: string): Promise<void> {
    here.delete(token);
    await copies.update((copy) => ({ ...copy, owed: copy.owed?.filter((owed) => owed !== token) }));
  }

  async function end(token: string): Promise<void> {
    const url = apiUrl('/logout');
    const answer = await http.send({ method: 'POST', url, token, keepalive: true, limitMs: answerMs });
    const { status, isOk, isPortal } = answer;
    if (isPortal || unanswered.includes(status)) throw new Error(`the server did not answer: ${status}`);
    await forget(token);
    if (!isOk) throw new Error(`the server answered ${status}`);
  }

  return {
    /** Beside the write that drops the token. */
    note: (token: string) => void here.add(token),

    /** Sends each; resolves whether none is left. `onFailure` hears why one was not answered, or refused. */
    async pay(onFailure: (error: unknown) => void): Promise<boolean> {
      const { owed = [] } = await copies.read();
      for (const token of new Set([...owed, ...here])) await end(token).catch(onFailure);
      const left = (await copies.read()).owed ?? [];
      return left.length === 0 && here.size === 0;
    },
  };
}
