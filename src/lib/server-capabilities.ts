import type { Capability } from '#contract/health.ts';
import { systemClock } from '#src/offline/clock.ts';
import { can, type Handshake, shakeHands } from '#src/offline/handshake.ts';

let known: Promise<Handshake> | undefined;

/** Whose server this is: asked once a visit, and again while it is out of reach. */
export async function handshake(): Promise<Handshake> {
  known ??= shakeHands((...request) => fetch(...request), systemClock());
  const answer = await known;
  if (answer.kind === 'unreachable') known = undefined;
  return answer;
}

/** Whether the server can do what the specification does not name. Throws while it is out of reach. */
export async function serverCan(capability: Capability): Promise<boolean> {
  const answer = await handshake();
  if (answer.kind === 'unreachable') throw new Error('the server is out of reach');
  return can(answer.capabilities, capability);
}
