import { readItem } from '#contract/envelope.ts';
import { type Capability, health } from '#contract/health.ts';
import type { Clock } from './clock.ts';
import { timeLimit } from './time-limit.ts';

/** What the provider can do; none of our extras with a plain one. */
export type Capabilities = ReadonlySet<string>;

export type Handshake = { kind: 'known'; capabilities: Capabilities } | { kind: 'unreachable' };

/** GET /api/health: whose server this is. Only an answer that got through counts; a portal's page does not. */
export async function shakeHands(fetch: typeof globalThis.fetch, clock: Clock): Promise<Handshake> {
  const limit = timeLimit(clock, answerMs);
  try {
    const response = await fetch('/api/health', {
      headers: { Accept: 'application/json' },
      cache: 'no-store',
      signal: limit.signal,
    });
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' };
    if (!response.ok) return plain;
    if (response.redirected || response.headers.get('Content-Type')?.startsWith('text/html'))
      return { kind: 'unreachable' };
    return { kind: 'known', capabilities: new Set(readItem(health, await response.json()).capabilities) };
  } catch {
    return { kind: 'unreachable' };
  } finally {
    limit.clear();
  }
}

const answerMs = 10_000;

const plain: Handshake = { kind: 'known', capabilities: new Set() };

export function can(capabilities: Capabilities, capability: Capability): boolean {
  return capabilities.has(capability);
}
