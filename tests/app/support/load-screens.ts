import { vi } from 'vitest';
import { beginPage, endPage } from './end-page.ts';

// Besides the screens, the parts that they load later, such as forms and dialogs.
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
