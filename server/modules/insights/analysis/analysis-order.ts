import { extractSummary, type MadeSummary } from './extract-summary.ts';
import { findKeywords, type KeywordHits } from './find-keywords.ts';
import { type Found, findProposals } from './find-proposals.ts';
import type { Segment } from './segment.ts';

/** What is found out about a transcript: its keywords with what they and the turns of speech suggest, or its summary. */
export type AnalysisOrder = { what: 'keywords' | 'summary'; lines: Segment[]; keywords: string[] };
export type KeywordFindings = { hits: KeywordHits; proposals: Found[] };

/** Does it; takes up to seconds for hours of speech. */
export function carryOut({ what, lines, keywords }: AnalysisOrder): KeywordFindings | MadeSummary {
  const hits = findKeywords(lines, keywords);
  return what === 'keywords' ? { hits, proposals: findProposals(lines, hits) } : extractSummary(lines, hits);
}
