import { expect, type Page } from '@playwright/test';
import { cutWords } from './cut-words.ts';
import { layoutShifts } from './layout-shifts.ts';
import { movingParts } from './moving-parts.ts';
import { overlappingWords } from './overlapping-words.ts';
import { smallTargets } from './small-targets.ts';

/** What looks for faults on a page as it is: a line for each. Names, places and what axe knows have their own files. */
const probes = {
  'words that are cut': cutWords,
  'words over others': overlappingWords,
  'too small to press': smallTargets,
  /** Since the page was opened. */
  'moved as it came': layoutShifts,
  /** Where the page is told that a person does not want it. */
  'moves by itself': movingParts,
} satisfies Record<string, (page: Page) => Promise<string[]>>;

type Fault = keyof typeof probes;

/** The page has none of these faults; the test goes on where it has. */
export async function expectNo(faults: readonly Fault[], page: Page, where: string): Promise<void> {
  for (const fault of faults) expect.soft(await probes[fault](page), `${where}: ${fault}`).toEqual([]);
}
