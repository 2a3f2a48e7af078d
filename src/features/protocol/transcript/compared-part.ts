import type { SegmentUpdate, TranscriptSegment } from '#contract/transcript.ts';
import type { OptimisticTranscript } from '#src/data/transcript/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { compareLines, type LinePair, textsFrom } from './compare-lines.ts';
import { lineEdit } from './line-edit.ts';

/** A part of the own transcript beside the newer one. */
export interface ComparedPart extends LinePair<Optimistic<TranscriptSegment>, TranscriptSegment> {
  /** Of its first line. */
  id: string;
}

/** The transcript in force beside its draft, part by part. */
export function partsOf({ segments, draft }: Pick<OptimisticTranscript, 'segments' | 'draft'>): ComparedPart[] {
  return compareLines(segments, draft?.segments ?? []).map((pair) => ({ ...pair, id: pair.own[0]?.id ?? '' }));
}

/** What makes the own lines say what the newer transcript says there; their times and voices stay. */
export function editsOf(part: ComparedPart): SegmentUpdate[] {
  const texts = textsFrom(part);
  return part.own.flatMap((line, index) => lineEdit(line, { ...line, text: texts[index] ?? '' }) ?? []);
}
