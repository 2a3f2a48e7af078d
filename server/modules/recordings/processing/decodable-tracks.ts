import type { ToolResult } from '#server/platform/media/index.ts';
import { type MediaWork, runBriefly, throwNoMemory, untrustedInput } from './ffmpeg.ts';
import { type FileStream, isLocked } from './inspect-file.ts';
import type { UnreadCause } from './warning.ts';

/** Maximum number of streams of one kind; a file with more was made to overload the server. */
const mostStreams = 24;

/**
 * A stream, its index among those of its kind, and why nothing of it can be decoded; `empty` if it contains nothing.
 */
export type TriedTrack = { stream: FileStream; track: number; unread?: UnreadCause | 'empty' };

/**
 * Tries streams of one kind: until the first that can be decoded if `isOneEnough`, else all of them, at most
 * `mostStreams`.
 * @param locked indexes of encrypted streams among all streams, for containers where ffmpeg does not report encryption
 * @throws StepFailure for a problem of the machine, which may be gone at the next attempt
 */
export async function tryTracks(
  path: string,
  streams: readonly FileStream[],
  work: MediaWork,
  { locked, isOneEnough }: { locked: ReadonlySet<number>; isOneEnough: boolean },
): Promise<TriedTrack[]> {
  const order = [...streams.entries()].map(([track, stream]) => ({ stream, track }));
  if (isOneEnough) order.sort((a, b) => (b.stream.disposition?.default ?? 0) - (a.stream.disposition?.default ?? 0));
  const tried: TriedTrack[] = [];
  for (const { stream, track } of order.slice(0, mostStreams)) {
    if (locked.has(stream.index)) tried.push({ stream, track, unread: 'locked' });
    else tried.push({ track, ...(await tryTrack(path, stream, work)) });
    const { unread } = tried.at(-1) ?? {};
    if (isOneEnough && !unread) break;
  }
  return tried;
}

/** Returns whether ffmpeg does not know the codec of the stream. */
function isUnknown({ codec_name: codec }: FileStream): boolean {
  return codec === undefined || codec === 'none' || codec === 'unknown';
}

/** Readable is a stream of which a single frame comes out, wherever in the file it is; that tells how large a late picture is. */
async function tryTrack(path: string, stream: FileStream, work: MediaWork): Promise<Omit<TriedTrack, 'track'>> {
  if (isLocked(stream)) return { stream, unread: 'locked' };
  if (isUnknown(stream)) return { stream, unread: 'unknown' };
  let came = false;
  let size = {};
  const one = ['-map', `0:${stream.index}`, `-frames:${stream.codec_type === 'audio' ? 'a' : 'v'}`, '1'];
  const output = ['-c:v', 'wrapped_avframe', '-f', 'framecrc', 'pipe:1'];
  const result = await runBriefly(['-threads', '1', ...untrustedInput(path), ...one, ...output], work, (line) => {
    came ||= /^0,/.test(line);
    const [, width, height] = /^#dimensions 0: (\d+)x(\d+)/.exec(line) ?? [];
    if (width && height) size = { width: Number(width), height: Number(height) };
  });
  const isUnseen = stream.codec_type === 'audio' ? stream.sample_rate === 0 : stream.width === 0;
  if (came) return { stream: isUnseen ? { ...stream, ...size, late: true } : stream };
  throwNoMemory(result);
  return { stream, unread: whyUnread(result, isUnseen) };
}

/** @param isUnseen nothing of it was found where ffmpeg looked ahead */
function whyUnread({ endedFor, stderr }: ToolResult, isUnseen: boolean): NonNullable<TriedTrack['unread']> {
  if (endedFor === 'timeout') return 'damaged';
  if (/decoder[^\n]* (not )?found/i.test(stderr)) return 'unknown';
  if (stderr === '' || /matches no streams/.test(stderr)) return 'empty';
  // Cameras without a microphone declare a track and write nothing into it: then nothing is known of it, and nothing was decoded.
  return isUnseen && !/decod|invalid data|corrupt/i.test(stderr) ? 'empty' : 'damaged';
}
