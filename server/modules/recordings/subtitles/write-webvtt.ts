import type { SpokenSegment } from './spoken-segment.ts';

/** Captions for the player: every line with its time and its voice. */
export function writeWebVtt(lines: readonly (Omit<SpokenSegment, 'speaker'> & { speaker?: string | null })[]): string {
  const cues = lines
    .filter(({ text }) => text !== '')
    .map(({ start, end, text, speaker }) => {
      const voice = speaker ? `<v ${escaped(speaker)}>` : '';
      // A caption without a duration would never be shown.
      return `${stamp(start)} --> ${stamp(end > start ? end : start + 1)}\n${voice}${escaped(text)}\n`;
    });
  return ['WEBVTT\n', ...cues].join('\n');
}

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(/\s+/g, ' ');
}
