import type { Cell } from './cell.ts';
import { cutCells } from './cells/cut.ts';

/** The matrix, row by row. */
export const allCells: readonly Cell[] = [...cutCells];
