import { expect, test, vi } from 'vitest';
import type { Db } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { createLinkGuard } from './link-guard.ts';

function sharedGuard() {
  const shared = {
    read: vi.fn(async () => new Map()),
    add: vi.fn(async (_keys: readonly string[]) => undefined),
    forget: async () => undefined,
  };
  return { shared, guard: createLinkGuard({} as Db, { shared, clock: () => new Date(), onError: () => undefined }) };
}

test.each([
  ['a database that is away', new Problem('unavailable', 'База данных не отвечает')],
  ['a fault', new Error('Timeout')],
])('no counts are read after %s', async (_, error) => {
  const { guard, shared } = sharedGuard();
  await expect(guard.open('10.0.0.1', () => Promise.reject(error))).rejects.toBe(error);
  expect(shared.read).not.toHaveBeenCalled();
});

test('a wrong link is counted for its IP address alone', async () => {
  const { guard, shared } = sharedGuard();
  const unknown = new Problem('not_found', 'Ссылка не действует');
  await expect(guard.open('10.0.0.1', () => Promise.reject(unknown))).rejects.toBe(unknown);
  expect(shared.add.mock.calls.map(([keys]) => keys)).toEqual([['links address 10.0.0.1']]);
});
