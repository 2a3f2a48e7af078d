import { readItem } from '#contract/envelope.ts';
import { health } from '#contract/health.ts';
import { apiUrl, type Http } from '../http/client.ts';
import { type Capabilities, isOurs, type Server } from './server.ts';

/** Remembers of a session that its server is ours. */
export interface ServerMemory {
  isOurs(): Promise<boolean>;
  noteOurs(): Promise<void>;
}

/**
 * GET /api/health: which server this is. Only an answer that got through counts; a portal's page does not. What names nothing
 * that it can do is a plain provider, unless the server of this session has named itself ours before: then something else
 * has answered in its place, and whatever it took would be lost.
 */
export async function shakeHands(http: Http, memory: ServerMemory): Promise<Server> {
  const server = await askHealth(http);
  if (server.kind === 'unreachable') return server;
  if (!isOurs(server.capabilities)) return (await memory.isOurs()) ? { kind: 'unreachable' } : server;
  void memory.noteOurs();
  return server;
}

async function askHealth(http: Http): Promise<Server> {
  try {
    const answer = await http.send({
      method: 'GET',
      url: apiUrl('/health'),
      cache: 'no-store',
      limitMs: answerMs,
      // A provider without this call may say so on a page; any other page is a portal's or a filter's.
      ownPage: (status) => status === 404,
    });
    const text = await answer.text();
    const { status, isOk, isPortal } = answer;
    if (status >= 500 || status === 429 || status === 408) return { kind: 'unreachable' };
    if (isPortal) return { kind: 'unreachable' };
    return isOk ? { kind: 'known', capabilities: capabilitiesIn(text) } : plain;
  } catch {
    return { kind: 'unreachable' };
  }
}

const answerMs = 10_000;

/** What got through and names no capabilities in our words is a plain provider's own answer. */
function capabilitiesIn(text: string): Capabilities {
  try {
    return new Set(readItem(health, JSON.parse(text)).capabilities);
  } catch {
    return new Set();
  }
}

const plain: Server = { kind: 'known', capabilities: new Set() };
