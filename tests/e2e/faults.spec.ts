import { allCells } from '#tests/faults/all-cells.ts';
import { cellName } from '#tests/faults/cell.ts';
import { registerCells } from '#tests/faults/register-cells.ts';
import { isLong } from '#tests/support/level.ts';

/** What strikes the line, an answer, the browser and the worker: one of each. */
const few = ['network cut · e', 'reply dropped after commit · f', 'browser killed · c', 'worker stopped · c'];

// At the long level a cell of every kind; `npm run faults` runs the whole matrix.
registerCells(allCells.filter((cell) => (isLong ? cell.short : few.includes(cellName(cell)))));
