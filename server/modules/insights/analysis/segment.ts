import type { Evidence } from '#contract/evidence.ts';

/** A line of the transcripts as it is worked with; times in seconds of the meeting, over all recordings. */
export type Segment = {
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string | null;
  /** Of which recording; none: of the first. */
  recordingId?: string;
};

const longestQuote = 500;

/** The moment that these lines take, with what is said in them: of the recording in which it begins, where there are several. */
export function evidenceOf(lines: readonly Segment[], quote = lines.map(({ text }) => text).join(' ')): Evidence {
  const speakers = new Set(lines.map(({ speaker }) => speaker));
  const [speaker] = speakers;
  const start = Math.min(...lines.map((line) => line.start));
  const recordingId = lines.find((line) => line.start === start)?.recordingId;
  return {
    start,
    end: Math.max(...lines.map(({ end }) => end)),
    quote: shortened(quote),
    ...(speakers.size === 1 && speaker && { speaker }),
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

function shortened(text: string): string {
  return text.length <= longestQuote ? text : `${text.slice(0, longestQuote - 1).trimEnd()}…`;
}
