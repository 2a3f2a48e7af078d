import { allCells } from './all-cells.ts';
import { registerCells } from './register-cells.ts';
import { timersDividedBy } from './timing.ts';

registerCells(timersDividedBy === 1 ? allCells.filter(({ realTime }) => realTime) : allCells);
