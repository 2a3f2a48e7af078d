import type { TranscriptSegment } from '#contract/transcript.ts';

/** A line of the transcript in which keywords are said. */
export interface KeywordMark {
  id: string;
  /** Seconds of the recording. */
  start: number;
  /** «смета, срок». */
  words: string;
}

/** The marks of a recording, in the order of time. */
export function keywordMarks(segments: readonly TranscriptSegment[]): KeywordMark[] {
  return segments.flatMap(({ id, start, keywords }) =>
    keywords?.length ? [{ id, start, words: keywords.join(', ') }] : [],
  );
}

/** The mark that is nearest to a moment. */
export function nearestMark<Mark extends { start: number }>(marks: readonly Mark[], seconds: number): Mark | undefined {
  const distance = ({ start }: Mark) => Math.abs(start - seconds);
  return marks.reduce<Mark | undefined>(
    (best, each) => (best && distance(best) <= distance(each) ? best : each),
    undefined,
  );
}
