import type { Capability } from '#contract/health.ts';
import { parseJson } from '../http/parse-json.ts';
import { can, type Handshake, shakeHands } from '../provider/handshake.ts';
import { timedHttp } from './http.ts';
import { session } from './session.ts';

const keptUnder = 'server-capabilities';
const listeners = new Set<() => void>();
let answered: Handshake | undefined;
let asking: Promise<Handshake> | undefined;
/** The session that those belong to. */
let visit: number | undefined;

/**
 * Asks whose server this is, anew: before each sending. An answer of before may be that of another server, and a write that
 * a provider without keys gets twice is there twice.
 */
export function askServer(): Promise<Handshake> {
  const of = currentVisit();
  const asked = shakeHands(timedHttp).then((answer) => {
    if (asking === asked) asking = undefined;
    if (answer.kind === 'known' && of === currentVisit()) {
      answered = answer;
      remember([...answer.capabilities]);
    }
    return answer;
  });
  asking = asked;
  return asked;
}

/** Whose server this is, for what is shown: asked once a session, and again while it is out of reach. */
export function handshake(): Promise<Handshake> {
  currentVisit();
  return answered ? Promise.resolve(answered) : (asking ?? askServer());
}

function currentVisit(): number {
  const now = session.visit();
  if (now !== visit) {
    visit = now;
    answered = undefined;
    asking = undefined;
  }
  return now;
}

/** A browser that keeps nothing asks the next time. */
function remember(capabilities: string[]): void {
  const text = JSON.stringify(capabilities);
  try {
    if (localStorage.getItem(keptUnder) === text) return;
    localStorage.setItem(keptUnder, text);
  } catch {
    // Full, or forbidden.
  }
  for (const listener of listeners) listener();
}

/** Hears when the server says something else of itself than before. Returns the unsubscribe. */
export function onCapabilities(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the server can do what the specification does not name. Throws while it is out of reach. */
export async function serverCan(capability: Capability): Promise<boolean> {
  const answer = await handshake();
  if (answer.kind === 'unreachable') throw new Error('the server is out of reach');
  return can(answer.capabilities, capability);
}

/** The same, as it was when the server was last reached: good enough to prepare what is sent later, never to send it. */
export async function serverCould(capability: Capability): Promise<boolean> {
  return serverCan(capability).catch((error: unknown) => {
    const capabilities = parseJson(localStorage.getItem(keptUnder) ?? '');
    if (!Array.isArray(capabilities)) throw error;
    return capabilities.includes(capability);
  });
}
