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
  /** Storage of the last answer between visits. */
  kept: Pick<Storage, 'getItem' | 'setItem'>;
}

const storageKey = 'server-capabilities';

/** The server of this page: what it can do, asked anew, known in this session, or remembered from before. */
export function createProvider({ http, memory, visit, kept }: ProviderDeps) {
  /** Last answer of the server, for its subscribers. */
  const announced = createStore<{ capabilities: Capabilities | undefined }>(() => ({ capabilities: undefined }));
  let answered: Server | undefined;
  let asking: Promise<Server> | undefined;
  /** The visit to which `answered` and `asking` belong. */
  let askedInVisit: number | undefined;

  function currentVisit(): number {
    const now = visit();
    if (now !== askedInVisit) {
      askedInVisit = now;
      answered = undefined;
      asking = undefined;
    }
    return now;
  }

  /** Keeps the capabilities over visits, where the browser can. */
  function remember(capabilities: Capabilities): void {
    const text = JSON.stringify([...capabilities]);
    try {
      if (kept.getItem(storageKey) === text) return;
      kept.setItem(storageKey, text);
    } catch {
      // The storage is full or forbidden.
    }
    announced.setState({ capabilities });
  }

  /**
   * Always asks which server this is, as before each sending. An earlier answer may be that of another server, and a mutation
   * that a provider without keys gets twice is there twice.
   */
  function refresh(): Promise<Server> {
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

  /** Resolves with the server, to show what it offers: asks once a session, and again while it is out of reach. */
  function get(): Promise<Server> {
    currentVisit();
    return answered ? Promise.resolve(answered) : (asking ?? refresh());
  }

  /** Resolves with the server's capabilities. Throws NetworkError while it cannot be reached. */
  async function capabilities(): Promise<Capabilities> {
    const server = await get();
    if (server.kind === 'unreachable') throw new NetworkError('the server is out of reach');
    return server.capabilities;
  }

  return {
    refresh,
    get,
    capabilities,

    /** Returns the server's capabilities if it has told them in this session: for a first drawing that need not wait. */
    known(): Capabilities | undefined {
      currentVisit();
      return answered?.kind === 'known' ? answered.capabilities : undefined;
    },

    /**
     * Resolves with the capabilities as of the last contact where the server cannot be reached: enough to prepare a
     * later request, not to send it. Throws NetworkError where it never was reached.
     */
    async rememberedCapabilities(): Promise<Capabilities> {
      return capabilities().catch((error: unknown) => {
        const capabilities = parseJson(kept.getItem(storageKey) ?? '');
        if (!Array.isArray(capabilities)) throw error;
        return new Set<string>(capabilities);
      });
    },

    /** Subscribes to changes of what the server says of itself. Returns the unsubscribe. */
    subscribe: (listener: () => void): (() => void) => announced.subscribe(listener),
  };
}
