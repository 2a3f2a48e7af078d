/** What is recorded: picture and sound, or sound only. */
export type RecordingMode = 'video' | 'sound';

/**
 * Preferred types. VP8 comes first, since a laptop that records for hours needs CPU time for other work. Safari has
 * only MP4.
 */
const types: Record<RecordingMode, readonly string[]> = {
  video: [
    'video/webm;codecs=vp8,opus',
    'video/webm;codecs=vp9,opus',
    'video/webm',
    'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
    'video/mp4',
  ],
  sound: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/ogg;codecs=opus'],
};

/** Bits per second, enough for a face across a table and its voice: about 700 MB an hour, 45 MB for sound only. */
export const bitrates = { video: 1_500_000, sound: 96_000 };

/** Returns the type that this browser can record; undefined if it supports none. */
export function recordingType(mode: RecordingMode, isSupported: (type: string) => boolean): string | undefined {
  return types[mode].find(isSupported);
}

/** Returns the expected bytes per second, used until the actual rate can be measured. */
export function expectedRate(mode: RecordingMode): number {
  return (bitrates.sound + (mode === 'video' ? bitrates.video : 0)) / 8;
}

/** Returns «Запись 2026-11-22 17-40.webm» in local time: a name that every file system accepts. */
export function recordingName(type: string, at: Date): string {
  const part = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${part(at.getMonth() + 1)}-${part(at.getDate())}`;
  return `Запись ${day} ${part(at.getHours())}-${part(at.getMinutes())}.${extension(type)}`;
}

function extension(type: string): string {
  if (type.startsWith('audio/mp4')) return 'm4a';
  return /^\w+\/(webm|mp4|ogg)/.exec(type)?.[1] ?? 'webm';
}
