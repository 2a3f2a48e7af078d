import { readItem } from '#contract/envelope.ts';
import { type Capability, health } from '#contract/health.ts';
import { isForeignPage } from '../http/foreign-page.ts';
import { timeLimit } from '../http/time-limit.ts';
import type { Clock } from '../time/clock.ts';

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
    const text = await response.text();
    const { status } = response;
    if (status >= 500 || status === 429 || status === 408) return { kind: 'unreachable' };
    // A provider without this call may say so on a page; any other page is a portal's or a filter's.
    if (status === 404 && !response.redirected) return plain;
    if (isForeignPage(response)) return { kind: 'unreachable' };
    return response.ok ? { kind: 'known', capabilities: capabilitiesIn(text) } : plain;
  } catch {
    return { kind: 'unreachable' };
  } finally {
    limit.clear();
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

const plain: Handshake = { kind: 'known', capabilities: new Set() };

export function can(capabilities: Capabilities, capability: Capability): boolean {
  return capabilities.has(capability);
}
