import { createStore } from 'zustand/vanilla';
import { NetworkError } from '../http/api-errors.ts';
import type { Http } from '../http/client.ts';
import { parseJson } from '../http/reply.ts';
import { type ServerMemory, shakeHands } from './handshake.ts';
import type { Capabilities, Server } from './server.ts';

interface ProviderDeps {
  http: Http;
  memory: ServerMemory;
  /** Changes with the session: another one may be at another server. */
  visit(): number;
  /** Where the last answer is kept over visits. */
  kept: Pick<Storage, 'getItem' | 'setItem'>;
}

const storageKey = 'server-capabilities';

/** The server of this page: what it can do, asked anew, known in this session, or remembered from before. */
export function createProvider({ http, memory, visit, kept }: ProviderDeps) {
  /** What the server last said of itself, for those who show it. */
  const announced = createStore<{ capabilities: Capabilities | undefined }>(() => ({ capabilities: undefined }));
  let answered: Server | undefined;
  let asking: Promise<Server> | undefined;
  /** The session that those belong to. */
  let of: number | undefined;

  function currentVisit(): number {
    const now = visit();
    if (now !== of) {
      of = now;
      answered = undefined;
      asking = undefined;
    }
    return now;
  }

  /** A browser that keeps nothing asks the next time. */
  function remember(capabilities: Capabilities): void {
    const text = JSON.stringify([...capabilities]);
    try {
      if (kept.getItem(storageKey) === text) return;
      kept.setItem(storageKey, text);
    } catch {
      // Full, or forbidden.
    }
    announced.setState({ capabilities });
  }

  /**
   * Asks which server this is, anew: before each sending. An answer of before may be that of another server, and a mutation
   * that a provider without keys gets twice is there twice.
   */
  function ask(): Promise<Server> {
    const asked = currentVisit();
    const answer = shakeHands(http, memory).then((server) => {
      if (asking === answer) asking = undefined;
      if (server.kind === 'known' && asked === currentVisit()) {
        answered = server;
        remember(server.capabilities);
      }
      return server;
    });
    asking = answer;
    return answer;
  }

  /** Whose server this is, for what is shown: asked once a session, and again while it is out of reach. */
  function meet(): Promise<Server> {
    currentVisit();
    return answered ? Promise.resolve(answered) : (asking ?? ask());
  }

  /** What it can do. Throws NetworkError while it is out of reach. */
  async function current(): Promise<Capabilities> {
    const server = await meet();
    if (server.kind === 'unreachable') throw new NetworkError('the server is out of reach');
    return server.capabilities;
  }

  return {
    ask,
    meet,
    current,

    /**
     * The same, as it was when the server was last reached: good enough to prepare what is sent later, never to send it.
     * Throws NetworkError where it never was.
     */
    async lastKnown(): Promise<Capabilities> {
      return current().catch((error: unknown) => {
        const capabilities = parseJson(kept.getItem(storageKey) ?? '');
        if (!Array.isArray(capabilities)) throw error;
        return new Set<string>(capabilities);
      });
    },

    /** Hears when the server says something else of itself than before. Returns the unsubscribe. */
    subscribe: (listener: () => void): (() => void) => announced.subscribe(listener),
  };
}
