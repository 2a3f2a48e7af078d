import { ThreadPool } from '#server/platform/threads/index.ts';
import { type AnalysisOrder, carryOut, type KeywordFindings } from './analysis-order.ts';
import type { MadeSummary } from './extract-summary.ts';
import type { Segment } from './segment.ts';

const script = new URL('./analysis-order.ts', import.meta.url);
const threads = new ThreadPool<AnalysisOrder, KeywordFindings | MadeSummary>({
  ...{ name: 'analysis', script, task: 'carryOut', size: 2, timeLimitMs: 120_000 },
});
/** Transcripts up to this length are analysed in a few milliseconds, which is less than starting a thread takes. */
const fewCharacters = 20_000;

/**
 * Returns the keywords of each line and the proposals for the minutes; long transcripts are processed off the event
 * loop.
 */
export async function findKeywordsInThread(
  { lines, repeated, keywords }: Pick<AnalysisOrder, 'lines' | 'repeated' | 'keywords'>,
  signal: AbortSignal,
) {
  return (await run({ what: 'keywords', lines, repeated, keywords }, signal)) as KeywordFindings;
}

/** Returns the extractive summary; long transcripts are processed off the event loop. */
export async function extractSummaryInThread(lines: Segment[], keywords: string[], signal: AbortSignal) {
  return (await run({ what: 'summary', lines, keywords }, signal)) as MadeSummary;
}

async function run(order: AnalysisOrder, signal: AbortSignal): Promise<KeywordFindings | MadeSummary> {
  const characters = [...order.lines, ...(order.repeated ?? [])].reduce((sum, { text }) => sum + text.length, 0);
  return characters <= fewCharacters ? carryOut(order) : threads.run(order, signal);
}
