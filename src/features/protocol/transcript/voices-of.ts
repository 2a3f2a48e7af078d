import type { TranscriptSegment } from '#contract/recordings/transcript.ts';

/** A voice of the transcript: its name ('' for none), the number of its lines, and the text of the first one. */
export interface VoiceLines {
  name: string;
  lines: number;
  words: string;
}

/** Returns the voices of lines in order of appearance; lines without a voice come last. */
export function voicesOf(segments: readonly TranscriptSegment[]): VoiceLines[] {
  const voices = new Map<string, VoiceLines>();
  for (const { speaker, text } of segments) {
    const name = speaker ?? '';
    const voice = voices.get(name);
    if (voice) voice.lines += 1;
    else voices.set(name, { name, lines: 1, words: text });
  }
  return [...voices.values()].sort((one, other) => Number(one.name === '') - Number(other.name === ''));
}
