import type { SegmentUpdate, TranscriptSegment } from '#contract/recordings/transcript.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { lineEdit } from './line-edit.ts';

type Line = Pick<TranscriptSegment, 'id' | 'start' | 'end' | 'text'>;

/** Lines of two transcripts of one recording that are said at the same time. */
interface LinePair<Own extends Line, Other extends Line> {
  /** One or more lines in the order of time. */
  own: Own[];
  /** Lines of the other transcript; empty where it has no words there. */
  other: Other[];
  /** Whether both have the same words. */
  isSame: boolean;
}

/**
 * Pairs the lines of two transcripts: every line of the other one is assigned to the own line with which it overlaps
 * most. Own lines that the other transcript has as one line form a single pair.
 */
export function compareLines<Own extends Line, Other extends Line>(
  own: readonly Own[],
  other: readonly Other[],
): LinePair<Own, Other>[] {
  const pairs: LinePair<Own, Other>[] = own.map((line) => ({ own: [line], other: [], isSame: false }));
  let place = 0;
  for (const line of other) {
    place = nearest(own, line, place);
    pairs[place]?.other.push(line);
  }
  const joined: LinePair<Own, Other>[] = [];
  for (const pair of pairs) {
    const before = joined.at(-1);
    const [line] = pair.own;
    const last = before?.other.at(-1);
    // The other transcript has the words of this line in the last line of the pair before.
    const isWithin = line && last && closeness(line, last) > (line.end - line.start) / 2;
    if (before && isWithin) {
      before.own.push(...pair.own);
      before.other.push(...pair.other);
    } else joined.push(pair);
  }
  return joined.map((pair) => ({
    ...pair,
    isSame: splitWords(pair.own).join(' ') === splitWords(pair.other).join(' '),
  }));
}

/** Returns the words of the other transcript for each own line, by the time at which each word was probably said. */
export function textsFrom({ own, other }: Pick<LinePair<Line, Line>, 'own' | 'other'>): string[] {
  const texts = own.map((): string[] => []);
  let place = 0;
  for (const line of other) {
    const words = splitWords([line]);
    for (const [index, word] of words.entries()) {
      const at = line.start + ((index + 0.5) / words.length) * (line.end - line.start);
      place = nearest(own, { start: at, end: at }, place);
      texts[place]?.push(word);
    }
  }
  return texts.map((words) => words.join(' '));
}

function splitWords(lines: readonly Pick<Line, 'text'>[]): string[] {
  return lines.flatMap(({ text }) => text.split(/\s+/).filter(Boolean));
}

type Span = Pick<Line, 'start' | 'end'>;

/** Returns the index, from `from` on, of the line that overlaps a span most, or else is nearest to it. */
function nearest(lines: readonly Span[], span: Span, from: number): number {
  let best = from;
  for (let place = from; place < lines.length; place += 1) {
    const [line, chosen] = [lines[place], lines[best]];
    if (!line || !chosen) break;
    if (closeness(line, span) > closeness(chosen, span)) best = place;
    if (line.start > span.end) break;
  }
  return best;
}

/** Overlap of two spans in seconds; negative values are the distance between them. */
function closeness(one: Span, other: Span): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start);
}

/** A part of the current transcript with the same part of the newer one. */
export interface ComparedPart extends LinePair<Optimistic<TranscriptSegment>, TranscriptSegment> {
  /** The id of its first line. */
  id: string;
}

/** Compares the transcript in force with its draft, part by part. */
export function compareDraft({ segments, draft }: Pick<OptimisticTranscript, 'segments' | 'draft'>): ComparedPart[] {
  return compareLines(segments, draft?.segments ?? []).map((pair) => ({ ...pair, id: pair.own[0]?.id ?? '' }));
}

/** Returns the corrections that give the own lines the text of the newer transcript; times and voices stay. */
export function editsOf(part: ComparedPart): SegmentUpdate[] {
  const texts = textsFrom(part);
  return part.own.flatMap((line, index) => lineEdit(line, { ...line, text: texts[index] ?? '' }) ?? []);
}

/** A run of consecutive words that are all marked as different from the other text, or all not. */
interface WordRun {
  text: string;
  isDifferent: boolean;
}

/**
 * Maximum number of words on each side that are compared; beyond it, which would take too long, all words are marked.
 */
const most = 400;

/** Splits a text into runs of words and marks those that the other text does not have. */
export function differingWords(text: string, other: string): WordRun[] {
  const [words, others] = [splitWords([{ text }]), splitWords([{ text: other }])];
  const shared = words.length > most || others.length > most ? new Set<number>() : sharedPlaces(words, others);
  const runs: WordRun[] = [];
  for (const [place, word] of words.entries()) {
    const isDifferent = !shared.has(place);
    const last = runs.at(-1);
    if (last?.isDifferent === isDifferent) last.text += ` ${word}`;
    else runs.push({ text: word, isDifferent });
  }
  return runs;
}

/** Returns the indexes in `words` of the longest common subsequence of both texts. */
function sharedPlaces(words: readonly string[], others: readonly string[]): Set<number> {
  const width = others.length + 1;
  const longest = new Uint16Array((words.length + 1) * width);
  const at = (row: number, column: number) => longest[row * width + column] ?? 0;
  for (let row = words.length - 1; row >= 0; row -= 1) {
    for (let column = others.length - 1; column >= 0; column -= 1) {
      const isSame = words[row] === others[column];
      longest[row * width + column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const shared = new Set<number>();
  for (let [row, column] = [0, 0]; row < words.length && column < others.length; ) {
    if (words[row] === others[column]) {
      shared.add(row);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}
