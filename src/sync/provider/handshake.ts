import { readItem } from '#contract/envelope.ts';
import { health } from '#contract/health.ts';
import type { Http } from '../http/client.ts';
import { askHealth } from '../http/health-call.ts';
import { type Capabilities, isOurs, type Server } from './server.ts';

/** Remembers of a session that its server is ours. */
export interface ServerMemory {
  isOurs(): Promise<boolean>;
  noteOurs(): Promise<void>;
}

/**
 * Asks GET /api/health which server this is. Only an answer of the server counts, not a portal's page. One that names
 * no capabilities is a plain provider's, unless this session has met our own server before: then something else has
 * answered in its place, and a mutation sent to it would be lost.
 */
export async function shakeHands(http: Http, memory: ServerMemory): Promise<Server> {
  const server = await askServer(http);
  if (server.kind === 'unreachable') return server;
  if (!isOurs(server.capabilities)) return (await memory.isOurs()) ? { kind: 'unreachable' } : server;
  void memory.noteOurs();
  return server;
}

async function askServer(http: Http): Promise<Server> {
  try {
    const answer = await askHealth(http, answerMs);
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

/** Returns the capabilities that an answer names; none where it names them in no known form: a plain provider. */
function capabilitiesIn(text: string): Capabilities {
  try {
    return new Set(readItem(health, JSON.parse(text)).capabilities);
  } catch {
    return new Set();
  }
}

const plain: Server = { kind: 'known', capabilities: new Set() };
