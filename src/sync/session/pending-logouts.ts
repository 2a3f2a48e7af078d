import { apiUrl, type Http } from '../http/client.ts';
import type { LocalValues, SessionCopies } from './session-parts.ts';

const answerMs = 5_000;
/** Statuses by which a gateway says that the server was not reached, or has no time now. */
const unanswered = [408, 429, 502, 503, 504];

/**
 * Key of the pending logouts in localStorage, since a tab that closes at once writes nothing more. The database then
 * replaces this copy.
 */
const storageKey = 'owed_logouts';

interface PendingLogoutsDeps {
  local: LocalValues | null;
  copies: SessionCopies;
  http: Http;
}

/**
 * The sessions that a person left and whose POST /logout was not answered yet, by their tokens. Each is asked to end
 * with its own token, so that it never ends the session of whoever signed in since.
 */
export function createPendingLogouts({ local, copies, http }: PendingLogoutsDeps) {
  /** Logouts that the device does not keep, or not yet: they are pending as long as the page lives. */
  const inMemory = new Set<string>();

  const localTokens = () => local?.getItem(storageKey)?.split(' ') ?? [];

  /** Returns whether localStorage took it; a full one does not. */
  function write(tokens: string[]): boolean {
    try {
      if (tokens.length > 0) local?.setItem(storageKey, tokens.join(' '));
      else local?.removeItem(storageKey);
      return local !== null;
    } catch {
      return false;
    }
  }

  const removeLocal = (token: string) => write(localTokens().filter((other) => other !== token));

  async function forget(token: string): Promise<void> {
    inMemory.delete(token);
    removeLocal(token);
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
    /** Notes a logout, before its token is dropped. */
    note(token: string): void {
      if (!write([...localTokens(), token])) inMemory.add(token);
    },

    isNoted: (token: string): boolean => localTokens().includes(token),

    /** Whether a noted logout still has to be sent: another tab may have sent it before the database has it. */
    isUnsent: (token: string): boolean => inMemory.has(token) || localTokens().includes(token),

    /** Deletes the other copies of a logout, once the database has it. */
    async forgetOtherCopies(token: string): Promise<void> {
      if (!(await copies.read())?.owed?.includes(token)) return;
      inMemory.delete(token);
      removeLocal(token);
    },

    /** Sends all pending logouts. Resolves whether none is left. `onFailure` is called with each failure or refusal. */
    async flush(onFailure: (error: unknown) => void): Promise<boolean> {
      const owed = (await copies.read())?.owed ?? [];
      for (const token of new Set([...owed, ...localTokens(), ...inMemory])) await end(token).catch(onFailure);
      const left = (await copies.read())?.owed ?? [];
      return left.length + localTokens().length + inMemory.size === 0;
    },
  };
}
