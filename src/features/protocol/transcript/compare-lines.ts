import type { TranscriptSegment } from '#contract/transcript.ts';

type Line = Pick<TranscriptSegment, 'id' | 'start' | 'end' | 'text'>;

/** Lines of two transcripts of one recording that are said at the same time. */
export interface LinePair<Own extends Line, Other extends Line> {
  /** One or more, in the order of time. */
  own: Own[];
  /** None where the other has no words there. */
  other: Other[];
  /** Whether both say the same, word by word. */
  isSame: boolean;
}

/**
 * Two transcripts side by side, part by part: every line of the other stands beside the own ones that it was said with. A
 * line that the other has in one with the next is one part with that.
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
    // Its words stand in the last line of the part before.
    const isWithin = line && last && closeness(line, last) > (line.end - line.start) / 2;
    if (before && isWithin) {
      before.own.push(...pair.own);
      before.other.push(...pair.other);
    } else joined.push(pair);
  }
  return joined.map((pair) => ({ ...pair, isSame: wordsOf(pair.own).join(' ') === wordsOf(pair.other).join(' ') }));
}

/** The words of a part of the other transcript, matched to the own lines by the time at which each is likely said. */
export function textsFrom({ own, other }: Pick<LinePair<Line, Line>, 'own' | 'other'>): string[] {
  const texts = own.map((): string[] => []);
  let place = 0;
  for (const line of other) {
    const words = wordsOf([line]);
    for (const [index, word] of words.entries()) {
      const at = line.start + ((index + 0.5) / words.length) * (line.end - line.start);
      place = nearest(own, { start: at, end: at }, place);
      texts[place]?.push(word);
    }
  }
  return texts.map((words) => words.join(' '));
}

export function wordsOf(lines: readonly Pick<Line, 'text'>[]): string[] {
  return lines.flatMap(({ text }) => text.split(/\s+/).filter(Boolean));
}

type Span = Pick<Line, 'start' | 'end'>;

/** The place of the line with which the most of a span is said, else of the one nearest to it; none before `from`. */
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

/** Seconds that two spans have in common; below 0 how far they are apart. */
function closeness(one: Span, other: Span): number {
  return Math.min(one.end, other.end) - Math.max(one.start, other.start);
}
