import type { TranscriptSegment } from '#contract/transcript.ts';
import type { SaidWords } from '../summary/use-minutes.ts';

/** Lines of the transcript from one to another, both among them; ids. */
export interface LineRange {
  from: string;
  to: string;
}

/** The lines of a range in the order of time, whichever end was chosen first. */
export function linesIn<Line extends TranscriptSegment>(lines: readonly Line[], range: LineRange | undefined): Line[] {
  if (!range) return [];
  const ends = [range.from, range.to].map((id) => lines.findIndex((line) => line.id === id));
  return ends.includes(-1) ? [] : lines.slice(Math.min(...ends), Math.max(...ends) + 1);
}

const longestQuote = 500;

/** Returns the words of these lines with their moment, and the speaker where there is only one. */
export function saidIn(lines: readonly TranscriptSegment[]): SaidWords | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const text = lines.map((line) => line.text.trim()).join(' ');
  const quote = text.length <= longestQuote ? text : `${text.slice(0, longestQuote - 1).trimEnd()}…`;
  const { speaker } = first;
  const isOne = speaker && lines.every((line) => line.speaker === speaker);
  const end = Math.max(...lines.map((line) => line.end));
  return { text, evidence: { start: first.start, end, quote, ...(isOne ? { speaker } : {}) } };
}
