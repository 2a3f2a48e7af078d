import type { Cell } from './cell.ts';
import { browserGoneCells } from './cells/browser-gone.ts';
import { browserSessionCells } from './cells/browser-session.ts';
import { browserSourceCells } from './cells/browser-source.ts';
import { browserStorageCells } from './cells/browser-storage.ts';
import { browserUpdateCells } from './cells/browser-update.ts';
import { browserWorkerCells } from './cells/browser-worker.ts';
import { cutCells } from './cells/cut.ts';
import { integrityCells } from './cells/integrity.ts';
import { serverCells } from './cells/server.ts';

/** The matrix, row by row. */
export const allCells: readonly Cell[] = [
  ...cutCells,
  ...serverCells,
  ...integrityCells,
  ...browserGoneCells,
  ...browserWorkerCells,
  ...browserSessionCells,
  ...browserStorageCells,
  ...browserSourceCells,
  ...browserUpdateCells,
];
