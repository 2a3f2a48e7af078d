import { expect, test, vi } from 'vitest';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { createVersionKeeper, type KeeperDeps } from './keep-version.ts';

test('making the files of a version rests between its attempts, and goes on for as long as a disk may be full', () => {
  const handle = vi.fn<Jobs['handle']>();
  createVersionKeeper({ jobs: { handle } } as unknown as KeeperDeps);
  const retries = handle.mock.lastCall?.[2];
  expect(retries?.firstPauseSeconds).toBeGreaterThan(0);
  expect((retries?.limit ?? 0) * (retries?.longestPauseSeconds ?? 0)).toBeGreaterThan(20 * 3_600);
});
