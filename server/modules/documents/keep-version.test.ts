import { expect, test, vi } from 'vitest';
import type { Jobs } from '#server/platform/jobs/index.ts';
import { createVersionKeeper, type KeeperDeps } from './keep-version.ts';
import { createSending, type SendDeps } from './send-protocol.ts';

test.each([
  ['making the files of a version', (jobs: Jobs) => createVersionKeeper({ jobs } as KeeperDeps)],
  ['printing what is sent by mail', (jobs: Jobs) => createSending({ jobs } as SendDeps)],
])('%s pauses between retries, and goes on for over 20 hours in case a disk is full', (_, create) => {
  const handle = vi.fn<Jobs['handle']>();
  create({ handle } as unknown as Jobs);
  const retries = handle.mock.lastCall?.[2];
  expect(retries?.firstPauseSeconds).toBeGreaterThan(0);
  expect((retries?.limit ?? 0) * (retries?.longestPauseSeconds ?? 0)).toBeGreaterThan(20 * 3_600);
});

test('a mail whose version is gone is given up at the first attempt', async () => {
  const handle = vi.fn<Jobs['handle']>();
  const giveUp = vi.fn(async () => undefined);
  const nothing = { select: () => nothing, from: () => nothing, where: async () => [] };
  createSending({ db: nothing, jobs: { handle }, mailer: { giveUp } } as unknown as SendDeps);
  const run = handle.mock.lastCall?.[1];
  const data = { mails: ['m'], format: 'pdf', name: 'n', key: 'k', versionId: 'v' };
  await run?.({ data: data as never, signal: new AbortController().signal, lastTry: false });
  expect(giveUp).toHaveBeenCalledWith(nothing, ['m'], 'Не удалось сформировать документ');
});
