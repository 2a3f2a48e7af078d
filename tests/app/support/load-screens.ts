import { vi } from 'vitest';
import { beginPage, endPage } from './end-page.ts';

// Not the screens alone: what they fetch when it is opened, a form or a dialog, is waited for no longer.
const screens = import.meta.glob(['/src/features/**/*.tsx', '!**/*.test.tsx']);
const flag = Symbol.for('protokol screens are loaded');

/**
 * Loads the code of every screen once a worker. The first time it is transformed and compiled, which takes longer on a busy
 * machine than a test waits for a screen. The page in which that happens ends: each file begins with fresh modules.
 */
export async function loadScreensOnce(): Promise<void> {
  if (Reflect.has(globalThis, flag)) return;
  Reflect.set(globalThis, flag, true);
  beginPage();
  await Promise.all(Object.values(screens).map((load) => load()));
  await endPage();
  vi.resetModules();
}
