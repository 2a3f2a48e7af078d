import type { MediaInfo } from './media-info.ts';

/** A mix of several sound tracks: `filters` is the filter graph, `from` the name of its output. */
export type Mix = { filters: string; from: string };

/**
 * Returns the sound to be used after these filters: the track itself, or all voices mixed without lowering their
 * volume.
 * @param more filters of each track, separated by commas
 */
export function mixOf(audio: NonNullable<MediaInfo['audio']>, more = 'anull'): Mix {
  const voices = audio.voices ?? [audio.track ?? 0];
  const each = voices.map((track, at) => `[0:a:${track}]aresample=48000:async=1:first_pts=0[voice${at}]`);
  const inputs = voices.map((_, at) => `[voice${at}]`).join('');
  const mixed = `${inputs}amix=inputs=${voices.length}:normalize=0,alimiter=limit=0.95:level=0,${more}[mix]`;
  return { filters: [...each, mixed].join(';'), from: '[mix]' };
}

/** Returns whether several speakers have a track each. */
export function isMixed({ audio }: MediaInfo): boolean {
  return (audio?.voices?.length ?? 0) > 1;
}
