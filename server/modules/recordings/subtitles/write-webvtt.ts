import { cueText, cueTime } from '#contract/recordings/webvtt.ts';
import type { SpokenSegment } from './spoken-segment.ts';

/** Returns captions for the player: every line with its time and its voice. */
export function writeWebVtt(lines: readonly (Omit<SpokenSegment, 'speaker'> & { speaker?: string | null })[]): string {
  const cues = lines
    .filter(({ text }) => text !== '')
    .map(({ start, end, text, speaker }) => {
      const voice = speaker ? `<v ${cueText(speaker)}>` : '';
      // A caption without a duration would never be shown.
      return `${cueTime(start)} --> ${cueTime(end > start ? end : start + 1)}\n${voice}${cueText(text)}\n`;
    });
  return ['WEBVTT\n', ...cues].join('\n');
}
