import { expect } from '@playwright/test';
import type { Exchange } from '#tests/support/exchange.ts';
import type { CellRun } from '../cell-run.ts';
import { limitMs } from '../timing.ts';

/** Expects that no chunk was sent twice before the fault, and no acknowledged one again after it. */
export function expectOneDriver({ proxy, protocolId, struckAt }: CellRun): void {
  const chunks = proxy.exchanges.filter((it) => it.call === 'chunk' && it.protocolId === protocolId);
  const before = chunks.filter(({ startedAt }) => startedAt < struckAt).map(({ index }) => index);
  expect(before, 'chunks that were sent before the fault').toEqual([...new Set(before)]);
  // A chunk that the closed tab had sent may be answered after the other tab has fetched the state.
  const wasHeard = (it: Exchange) => it.told === 200 && (it.startedAt > struckAt || (it.toldAt ?? 0) < struckAt);
  const again = chunks.filter((one) =>
    chunks.some((it) => it !== one && it.index === one.index && wasHeard(it) && it.startedAt < one.startedAt),
  );
  expect(
    again.map(({ index }) => index),
    'chunks that were acknowledged and sent again',
  ).toEqual([]);
}

/** Expects another tab or the worker to continue the upload within 2 s of the fault. */
export function expectTakeover({ proxy, protocolId, struckAt, figures }: CellRun): void {
  const next = proxy.exchanges.find(
    (it) => it.protocolId === protocolId && it.call !== 'other' && it.startedAt > struckAt,
  );
  const took = (next?.startedAt ?? Number.POSITIVE_INFINITY) - struckAt;
  figures['taken over after'] = `${took} ms`;
  expect(took, 'milliseconds until another tab took over').toBeLessThanOrEqual(limitMs(2));
}
