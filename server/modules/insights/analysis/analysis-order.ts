import { extractSummary, type MadeSummary } from './extract-summary.ts';
import { findKeywords, type KeywordHits } from './find-keywords.ts';
import { type Found, findProposals } from './find-proposals.ts';
import type { Segment } from './segment.ts';

/** What to extract from a transcript: keywords with the proposals based on them, or a summary. */
export type AnalysisOrder = {
  what: 'keywords' | 'summary';
  lines: Segment[];
  keywords: string[];
  /** Lines that other recordings heard as well: their keywords are marked, but they yield no proposals. */
  repeated?: Segment[];
};
export type KeywordFindings = { hits: KeywordHits; proposals: Found[] };

/** Runs an order. Takes up to seconds for hours of speech. */
export function carryOut({ what, lines, keywords, repeated = [] }: AnalysisOrder): KeywordFindings | MadeSummary {
  const hits = findKeywords(lines, keywords);
  if (what === 'summary') return extractSummary(lines, hits);
  return { hits: { ...findKeywords(repeated, keywords), ...hits }, proposals: findProposals(lines, hits) };
}
