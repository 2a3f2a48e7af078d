import { parentPort, workerData } from 'node:worker_threads';
import { type SubtitleAnswer, subtitlesIn } from './read-subtitles.ts';

// One order, one answer, and the thread ends.
parentPort?.postMessage(subtitlesIn(workerData as Uint8Array) satisfies SubtitleAnswer);
