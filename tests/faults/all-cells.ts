import type { Cell } from './cell.ts';
import { cutCells } from './cells/cut.ts';
import { integrityCells } from './cells/integrity.ts';
import { serverCells } from './cells/server.ts';

/** The matrix, row by row. */
export const allCells: readonly Cell[] = [...cutCells, ...serverCells, ...integrityCells];
