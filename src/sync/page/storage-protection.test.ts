import { beforeEach, expect, test, vi } from 'vitest';

let granted: boolean;
const persist = vi.fn(async () => granted);

/** Loads the module as a new visit does. */
async function visit() {
  vi.resetModules();
  vi.stubGlobal('navigator', { storage: { persisted: async () => granted, persist } });
  return import('./storage-protection.ts');
}

beforeEach(() => {
  granted = false;
  persist.mockClear();
});

test('whoever queues something first asks, and nobody after them in this visit', async () => {
  const { askForProtectionOnce } = await visit();
  await askForProtectionOnce();
  await askForProtectionOnce();
  expect(persist).toHaveBeenCalledTimes(1);
});

test('what is granted is not asked for again', async () => {
  granted = true;
  const { askForProtectionOnce } = await visit();
  await askForProtectionOnce();
  expect(persist).not.toHaveBeenCalled();
});

test('the person may ask as often as they like', async () => {
  const { askForProtection } = await visit();
  expect(await askForProtection()).toBe(false);
  granted = true;
  expect(await askForProtection()).toBe(true);
});
