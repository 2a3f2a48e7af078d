import { Worker } from 'node:worker_threads';
import { type AnalysisOrder, carryOut, type KeywordFindings } from './analysis-order.ts';
import type { MadeSummary } from './extract-summary.ts';
import type { SaidLine } from './said-line.ts';

const longest = 120_000;
/** A short talk takes some milliseconds: fewer than a thread to start. */
const fewLines = 200;

/** Line by line keywords, and what is proposed for the minutes; of a long talk off the event loop. */
export async function findKeywordsAside(lines: SaidLine[], keywords: string[], signal: AbortSignal) {
  return (await run({ what: 'keywords', lines, keywords }, signal)) as KeywordFindings;
}

/** The extractive summary; of a long talk off the event loop. */
export async function extractSummaryAside(lines: SaidLine[], keywords: string[], signal: AbortSignal) {
  return (await run({ what: 'summary', lines, keywords }, signal)) as MadeSummary;
}

function run(order: AnalysisOrder, signal: AbortSignal): unknown {
  return order.lines.length <= fewLines ? carryOut(order) : runAside(order, signal);
}

/** One thread for one order: hours of speech hold up nobody, and leave no memory behind. */
function runAside(order: AnalysisOrder, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const end = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      finish();
    };
    const stop = () => end(() => reject(signal.reason));
    const timer = setTimeout(() => end(() => reject(new Error(`No ${order.what} within ${longest} ms`))), longest);
    signal.addEventListener('abort', stop, { once: true });
    worker.once('message', (answer) => end(() => resolve(answer)));
    worker.once('error', (error) => end(() => reject(error)));
    worker.once('exit', (code) => end(() => reject(new Error(`The analysis ended with code ${code}`))));
  });
}
