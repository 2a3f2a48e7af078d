import { parse } from 'range-parser';
import type { StoredVideo } from '#server/platform/db/index.ts';
import type { ByteRange } from '#server/platform/storage/index.ts';
import type { VideoKind } from '../video-links.ts';

export type VideoFile = { key: string; type: string; name: string; inline: boolean };

/** Types that a browser plays and never executes; an upload could otherwise call itself a web page. */
const safeTypes = /^(video|audio)\/[a-z0-9.+-]+$/;

/** Returns the requested file of a recording, with the name for saving it. */
export function videoFileOf(video: StoredVideo, kind: Exclude<VideoKind, 'captions'>): VideoFile | undefined {
  const base = video.name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  if (kind === 'original') {
    const declared = String(video.type ?? '').toLowerCase();
    const type = safeTypes.test(declared) ? declared : 'application/octet-stream';
    return { key: video.original_key, type, name: video.name, inline: type !== 'application/octet-stream' };
  }
  const key = kind === 'poster' ? video.poster_key : video.playable_key;
  if (!key) return undefined;
  const extension = key.slice(key.lastIndexOf('.'));
  const type = kind === 'poster' ? 'image/jpeg' : String(video.playable_type ?? 'video/mp4');
  return { key, type, name: base + extension, inline: true };
}

/**
 * Returns the range that a `Range` header requests from a file of `size` bytes: a part, `'none'` if it is
 * unsatisfiable, or undefined for the whole file, also for several ranges or an invalid header (which RFC 9110 allows
 * to ignore).
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  if (header === undefined || header.includes(',')) return undefined;
  const { code, type, ranges } = parse(size, header);
  const isMalformed = (code & 1) !== 0;
  return type === 'bytes' && !isMalformed ? (ranges[0] ?? 'none') : undefined;
}
