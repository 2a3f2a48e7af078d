import type { Capability } from '#contract/health.ts';
import { systemClock } from '#src/offline/clock.ts';
import { can, type Handshake, shakeHands } from '#src/offline/handshake.ts';

const keptUnder = 'server-capabilities';
let known: Promise<Handshake> | undefined;

/** Whose server this is: asked once a visit, and again while it is out of reach. */
export async function handshake(): Promise<Handshake> {
  known ??= shakeHands((...request) => fetch(...request), systemClock());
  const answer = await known;
  if (answer.kind === 'unreachable') known = undefined;
  else remember([...answer.capabilities]);
  return answer;
}

/** A browser that keeps nothing asks the next time. */
function remember(capabilities: string[]): void {
  try {
    localStorage.setItem(keptUnder, JSON.stringify(capabilities));
  } catch {
    // Full, or forbidden.
  }
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
    const kept = localStorage.getItem(keptUnder);
    if (kept === null) throw error;
    const capabilities: unknown = JSON.parse(kept);
    return Array.isArray(capabilities) && capabilities.includes(capability);
  });
}
