import { recordTimes } from '#scripts/times/recorded-times.ts';

/** What a test file waits for besides its own work. */
type Kind = 'серверы' | 'базы' | 'ffmpeg';

/**
 * Does the work and records how long it took, apart from the tests, where `npm test -- --times` asks. In vitest alone:
 * Playwright's reporter knows its fixtures by itself.
 */
export async function measured<T>(kind: Kind, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    recordWork(kind, performance.now() - started);
  }
}

/** The same for work that nobody waits for. */
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
