import { apiUrl, type Http } from '../http/client.ts';
import type { LocalValues, SessionCopies } from './session-parts.ts';

const answerMs = 5_000;
/** A gateway's word that the server itself was not reached, or has no time now. */
const unanswered = [408, 429, 502, 503, 504];

/** In localStorage, until the device's database has them: a tab that is closed at once has written no more. */
const owedKey = 'owed_logouts';

interface OwedDeps {
  local: LocalValues | null;
  copies: SessionCopies;
  http: Http;
}

/**
 * The sessions that a person left and whose POST /logout was not answered yet, by their tokens. Each is asked to end
 * with its own token, so that it never ends the session of whoever signed in since.
 */
export function createOwedLogouts({ local, copies, http }: OwedDeps) {
  // Also those that the device could not keep: they are owed as long as the page lives.
  const here = new Set<string>();

  const noted = () => local?.getItem(owedKey)?.split(' ') ?? [];

  function write(tokens: string[]): void {
    try {
      if (tokens.length > 0) local?.setItem(owedKey, tokens.join(' '));
      else local?.removeItem(owedKey);
    } catch {
      // A full device keeps nobody signed in: the debt lives as long as the page then.
    }
  }

  const strike = (token: string) => write(noted().filter((other) => other !== token));

  async function forget(token: string): Promise<void> {
    here.delete(token);
    strike(token);
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
    /** Before the token is dropped. */
    note(token: string): void {
      here.add(token);
      write([...noted(), token]);
    },

    isNoted: (token: string): boolean => noted().includes(token),

    /** After the write into the database: what is kept there needs no other note. */
    async settle(token: string): Promise<void> {
      if ((await copies.read()).owed?.includes(token)) strike(token);
    },

    /** Sends each; resolves whether none is left. `onFailure` hears why one was not answered, or refused. */
    async pay(onFailure: (error: unknown) => void): Promise<boolean> {
      const { owed = [] } = await copies.read();
      for (const token of new Set([...owed, ...noted(), ...here])) await end(token).catch(onFailure);
      const left = (await copies.read()).owed ?? [];
      return left.length + noted().length + here.size === 0;
    },
  };
}
