import { recordTimes } from '#scripts/times/recorded-times.ts';

/** Work of a test file besides its own tests. */
type Kind = 'серверы' | 'базы' | 'ffmpeg';

/**
 * Does the work and records its duration separately from the tests, where `npm test -- --times` asks for it. Only in
 * vitest: Playwright's reporter already knows its fixtures.
 */
export async function measured<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    recordWork(kind, performance.now() - started);
  }
}

/** Does the same for synchronous work. */
export function measuredSync<T>(kind: Kind, work: () => T): T {
  const started = performance.now();
  try {
    return work();
  } finally {
    recordWork(kind, performance.now() - started);
  }
}

function recordWork(kind: Kind, ms: number): void {
  const { TEST_FILE, TEST_PART = '' } = process.env;
  if (TEST_FILE) recordTimes({ part: TEST_PART, file: TEST_FILE, ms: { [kind]: ms, тесты: -ms } });
}
