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

test('the first to queue something asks for persistence, once per visit', async () => {
  const { askForProtectionOnce } = await visit();
  await askForProtectionOnce();
  await askForProtectionOnce();
  expect(persist).toHaveBeenCalledTimes(1);
});

test('granted persistence is not asked for again', async () => {
  granted = true;
  const { askForProtectionOnce } = await visit();
  await askForProtectionOnce();
  expect(persist).not.toHaveBeenCalled();
});

test('the person may ask for persistence repeatedly', async () => {
  const { askForProtection } = await visit();
  expect(await askForProtection()).toBe(false);
  granted = true;
  expect(await askForProtection()).toBe(true);
});
