import { parentPort, workerData } from 'node:worker_threads';
import { type AnalysisOrder, carryOut } from './analysis-order.ts';

// One order, one answer, and the thread ends.
parentPort?.postMessage(carryOut(workerData as AnalysisOrder));
