import type { TranscriptSegment } from '#contract/transcript.ts';

/** Who speaks in lines: the name, '' where there is none, how many they are, and what is said in the first one. */
export interface VoiceLines {
  name: string;
  lines: number;
  words: string;
}

/** The voices of lines in the order in which they begin; lines without one come last. */
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
