import type { Exchange } from '#tests/support/exchange.ts';

/** The proxy's observations of one upload. */
export interface Wire {
  /** Bytes of chunks received from clients. */
  bytes: number;
  /** Number of starts of each chunk. */
  begun: ReadonlyMap<number, number>;
  /** Numbers of chunks that the server reported as received, with their times, in order. */
  held: readonly { at: number; count: number }[];
}

/** Evaluates the exchanges of one protocol's upload. */
export function readWire(exchanges: readonly Exchange[], protocolId: string): Wire {
  const own = exchanges.filter((exchange) => exchange.protocolId === protocolId);
  const begun = new Map<number, number>();
  let bytes = 0;
  for (const { call, index, payload } of own) {
    if (call !== 'chunk' || index === undefined) continue;
    bytes += payload;
    begun.set(index, (begun.get(index) ?? 0) + 1);
  }
  return { bytes, begun, held: heldOf(own) };
}

function heldOf(own: readonly Exchange[]): Wire['held'] {
  const known = new Set<number>();
  const replies = own.flatMap((exchange) => (exchange.reply ? [{ exchange, ...exchange.reply }] : []));
  return replies
    .sort((one, other) => one.at - other.at)
    .map(({ exchange, status, text, at }) => {
      if (status === 200 && exchange.call === 'chunk' && exchange.index !== undefined) known.add(exchange.index);
      if (status === 200 && exchange.call === 'status') for (const index of receivedIn(text)) known.add(index);
      return { at, count: known.size };
    });
}

function receivedIn(text: string): number[] {
  const { data } = JSON.parse(text) as { data: { received: [number, number][] } };
  return data.received.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

/** Returns the number of chunks that the server had reported by then. */
export function heldAt({ held }: Wire, at: number): number {
  return held.findLast((step) => step.at <= at)?.count ?? 0;
}
