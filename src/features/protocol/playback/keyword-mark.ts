import type { TranscriptSegment } from '#contract/recordings/transcript.ts';

/** A transcript line with keywords. */
export interface KeywordMark {
  id: string;
  /** Position in the recording in seconds. */
  start: number;
  /** Keywords of the line: «смета, срок». */
  words: string;
}

/** Returns the keyword marks of a recording in the order of time. */
export function keywordMarks(segments: readonly TranscriptSegment[]): KeywordMark[] {
  return segments.flatMap(({ id, start, keywords }) =>
    keywords?.length ? [{ id, start, words: keywords.join(', ') }] : [],
  );
}

/** Returns the mark nearest to a moment. */
export function nearestMark<Mark extends { start: number }>(marks: readonly Mark[], seconds: number): Mark | undefined {
  const distance = ({ start }: Mark) => Math.abs(start - seconds);
  return marks.reduce<Mark | undefined>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    undefined,
  );
}
