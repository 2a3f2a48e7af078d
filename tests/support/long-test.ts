import { test } from 'vitest';
import { isLong } from './level.ts';

/** Registers no test, whichever way it is called: `longTest(…)`, `longTest.each(…)(…)`. */
const none = Object.assign(() => undefined, { each: () => () => undefined, runIf: () => () => undefined });

/**
 * A test that only the long level has. At the short one it does not exist, rather than being reported as skipped;
 * docs/testing.md says what covers such a case there.
 */
export const longTest = (isLong ? test : none) as typeof test;
