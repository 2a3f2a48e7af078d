import { allCells } from '#tests/faults/all-cells.ts';
import { registerCells } from '#tests/faults/register-cells.ts';

// A cell of every kind; `npm run faults` runs the whole matrix.
registerCells(allCells.filter((cell) => cell.short));
