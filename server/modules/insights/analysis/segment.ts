import type { Evidence } from '#contract/evidence.ts';

/** A line of the transcripts prepared for analysis; times are seconds of the meeting across all recordings. */
export type Segment = {
  id: string;
  start: number;
  end: number;
  text: string;
  speaker: string | null;
  /** Id of the recording; undefined for the first one. */
  recordingId?: string;
};

const longestQuote = 500;

/**
 * Returns the moment of these lines with their text; where there are several recordings, it belongs to the one in which
 * it begins.
 */
export function evidenceOf(lines: readonly Segment[], quote = lines.map(({ text }) => text).join(' ')): Evidence {
  const speakers = new Set(lines.map(({ speaker }) => speaker));
  const [speaker] = speakers;
  const start = Math.min(...lines.map((line) => line.start));
  const recordingId = lines.find((line) => line.start === start)?.recordingId;
  return {
    start,
    end: Math.max(...lines.map(({ end }) => end)),
    quote: cutAtWord(quote, longestQuote),
    ...(speakers.size === 1 && speaker && { speaker }),
    ...(recordingId !== undefined && { recording_id: recordingId }),
  };
}

/** Returns the beginning of a text, cut between words where that is possible. */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const begin = text.slice(0, longest - 1);
  return `${(/^[\s\S]*\S(?=\s)/.exec(begin)?.[0] ?? begin).trimEnd()}…`;
}
