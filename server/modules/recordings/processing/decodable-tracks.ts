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
    const unread = locked.has(stream.index) ? 'locked' : await whyUnread(path, stream, work);
    tried.push({ stream, track, ...(unread && { unread }) });
    if (isOneEnough && !unread) break;
  }
  return tried;
}

/** Returns whether ffmpeg does not know the codec of the stream. */
function isUnknown({ codec_name: codec }: FileStream): boolean {
  return codec === undefined || codec === 'none' || codec === 'unknown';
}

/** Returns why a stream cannot be read; undefined if at least one frame of it can be decoded, anywhere in the file. */
async function whyUnread(path: string, stream: FileStream, work: MediaWork): Promise<TriedTrack['unread']> {
  if (isLocked(stream)) return 'locked';
  if (isUnknown(stream)) return 'unknown';
  let came = false;
  const one = ['-map', `0:${stream.index}`, `-frames:${stream.codec_type === 'audio' ? 'a' : 'v'}`, '1'];
  const output = ['-c:v', 'wrapped_avframe', '-f', 'framecrc', 'pipe:1'];
  const result = await runBriefly(['-threads', '1', ...untrustedInput(path), ...one, ...output], work, (line) => {
    came ||= /^0,/.test(line);
  });
  if (came) return undefined;
  throwNoMemory(result);
  if (result.endedFor === 'timeout') return 'damaged';
  if (/decoder[^\n]* (not )?found/i.test(result.stderr)) return 'unknown';
  return result.stderr === '' || /matches no streams/.test(result.stderr) ? 'empty' : 'damaged';
}
