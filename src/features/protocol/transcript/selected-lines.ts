import type { TranscriptSegment } from '#contract/recordings/transcript.ts';
import type { QuotedWords } from '../summary/use-minutes.ts';
import type { PartLine } from './part-lines.ts';

/** Ids of the chosen transcript lines; `from` and `to` are those pressed first and last. */
export interface LineChoice {
  from: string;
  to: string;
  ids: readonly string[];
}

/**
 * Returns the choice after a line is pressed: all lines between the first chosen one and this one; undefined where this
 * line alone was chosen. During a search only the found lines are shown and chosen.
 * @param lines the lines that are shown
 */
export function nextChoice(
  lines: readonly TranscriptSegment[],
  now: LineChoice | undefined,
  id: string,
): LineChoice | undefined {
  if (now?.ids.length === 1 && now.from === id) return undefined;
  const place = (place: string) => lines.findIndex((line) => line.id === place);
  const from = now && place(now.from) >= 0 ? now.from : id;
  const ends = [place(from), place(id)];
  return { from, to: id, ids: lines.slice(Math.min(...ends), Math.max(...ends) + 1).map((line) => line.id) };
}

const longestQuote = 500;

/** Seconds by which the shown time of a line, counted from the earliest simultaneous recording, exceeds its own. */
export function shownLater({ at, start }: PartLine): number {
  return at === undefined ? 0 : at - start;
}

/** Returns the words of these lines with their moment, and the speaker where there is only one. */
export function quoteOf(lines: readonly PartLine[]): QuotedWords | undefined {
  const [first] = lines;
  if (!first) return undefined;
  const text = lines.map((line) => line.text.trim()).join(' ');
  const quote = text.length <= longestQuote ? text : `${text.slice(0, longestQuote - 1).trimEnd()}…`;
  const { speaker } = first;
  const isOne = speaker && lines.every((line) => line.speaker === speaker);
  // Lines of simultaneous recordings are converted to the clock of the first line's recording.
  const since = shownLater(first);
  const end = Math.max(...lines.map((line) => line.end + shownLater(line) - since));
  const of = first.partId === undefined ? {} : { recording_id: first.partId };
  return { text, evidence: { start: first.start, end, quote, ...(isOne ? { speaker } : {}), ...of } };
}
