import { availableParallelism } from 'node:os';
import { untrustedInput } from './ffmpeg.ts';
import { fitFullHd, type MediaInfo, type PlayablePlan } from './media-info.ts';

/** One core stays free for requests. */
export const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Each decoding thread holds several pictures in memory, which for 8K are 50 MB each. */
export function inputArgs(original: string): string[] {
  return ['-threads', String(threads), ...untrustedInput(original)];
}

/** Returns ffmpeg's name of the picture stream. */
export function pictureOf({ video }: MediaInfo): string {
  return video?.stream === undefined ? '0:V:0' : `0:${video.stream}`;
}

/** Returns ffmpeg's names of the sound tracks to be played. */
export function soundsOf(info: MediaInfo): string[] {
  const tracks = isMixed(info) ? (info.audio?.voices ?? []) : [info.audio?.track ?? 0];
  return tracks.map((track) => `0:a:${track}`);
}

/**
 * Streams that are read and thrown away: of some containers ffmpeg counts the times from the first of those streams that it reads, so
 * picture and sound are read wherever one of them is made. One that ffmpeg does not know at first can be copied nowhere, and
 * is not the first.
 */
export function unread(streams: readonly string[], track: { late?: boolean | undefined } | undefined): string[] {
  return track && !track.late ? [...streams.flatMap((each) => ['-map', each]), '-c', 'copy', '-f', 'null', '-'] : [];
}

/** The same of the picture where sound alone is made, but of containers that tell the times of each track: that would be read in vain. */
export function unreadPicture(info: MediaInfo): string[] {
  return ['mpegts', 'mpeg'].includes(info.container) ? unread([pictureOf(info)], info.video) : [];
}

/** @param chosen a filter of the pictures that are encoded; all of them without it */
export function videoArgs({ video }: PlayablePlan, info: MediaInfo, chosen?: string): string[] {
  if (video === 'none' || !info.video) return ['-vn'];
  const map = ['-map', pictureOf(info)];
  if (video === 'copy') return [...map, '-c:v', 'copy'];
  const { width, height } = fitFullHd(info.video);
  const whole = info.video.interlaced ? ['bwdif=mode=send_frame:deint=all'] : [];
  const filters = [...whole, ...(chosen ? [chosen] : []), `scale=${width}:${height}`, 'setsar=1'];
  const picture = ['-vf', filters.join(','), '-pix_fmt', 'yuv420p', '-filter_threads', '1'];
  // Pictures keep their times: filling up to a constant rate would add thousands of pictures to some screen recordings.
  const times = ['-fps_mode', 'vfr'];
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-threads', String(threads)];
  return [...map, ...picture, ...times, ...encoder];
}

/**
 * Returns the arguments for the sound and its mix; several voices are first mixed into one track, followed by a track
 * for each of them.
 */
export function audioArgs({ audio, container }: PlayablePlan, info: MediaInfo): string[] {
  if (audio === 'none') return ['-an'];
  const sounds = soundsOf(info);
  if (audio === 'copy') return ['-map', sounds[0] ?? '0:a:0', '-c:a', 'copy'];
  const mix = isMixed(info) && info.audio ? mixOf(info.audio) : undefined;
  const encoder = container === 'webm' ? ['-c:a', 'libopus'] : ['-c:a', 'aac'];
  // Gaps are filled, so that the sound stays in sync with the picture.
  const filled = sounds.flatMap((_, at) => [`-filter:a:${mix ? at + 1 : at}`, 'aresample=async=1:first_pts=0']);
  const maps = [...(mix ? [mix.from] : []), ...sounds].flatMap((each) => ['-map', each]);
  return [...(mix ? ['-filter_complex', mix.filters] : []), ...maps, ...encoder, '-b:a', '128k', '-ac', '2', ...filled];
}

/** Drops everything of the original besides picture and sound. */
export const bareArgs: readonly string[] = ['-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'];

/** A mix of several sound tracks: `filters` is the filter graph, `from` the name of its output. */
type Mix = { filters: string; from: string };

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
