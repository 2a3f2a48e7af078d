import { expect, type Page } from '@playwright/test';
import { cutWords } from './cut-words.ts';
import { layoutShifts } from './layout-shifts.ts';
import { movingParts } from './moving-parts.ts';
import { overlappingWords } from './overlapping-words.ts';
import { smallTargets } from './small-targets.ts';

/**
 * Checks of a page in its present state, which return a line for each fault. Names, positions and axe have separate
 * files.
 */
const probes = {
  'words that are cut': cutWords,
  'words over others': overlappingWords,
  'too small to press': smallTargets,
  /** Layout shifts since the page was opened. */
  'moved as it came': layoutShifts,
  /** Where the page is told to reduce motion. */
  'moves by itself': movingParts,
} satisfies Record<string, (page: Page) => Promise<string[]>>;

type Fault = keyof typeof probes;

/** Expects none of these faults on the page; otherwise the test fails, but continues. */
export async function expectNo(faults: readonly Fault[], page: Page, where: string): Promise<void> {
  for (const fault of faults) expect.soft(await probes[fault](page), `${where}: ${fault}`).toEqual([]);
}
