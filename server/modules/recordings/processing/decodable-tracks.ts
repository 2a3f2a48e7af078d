import { type MediaWork, runBriefly, throwNoMemory, untrustedInput } from './ffmpeg.ts';
import { type FileStream, isLocked } from './inspect-file.ts';
import type { UnreadCause } from './warning.ts';

/** A file with more of a kind was made to keep a server at work. */
const mostStreams = 24;

/** A stream, its place among those of its kind, and why nothing of it can be decoded; `empty` where nothing is in it. */
export type TriedTrack = { stream: FileStream; track: number; unread?: UnreadCause | 'empty' };

/**
 * Tries streams of one kind until enough of them can be decoded.
 * @param locked which of all streams are encrypted, where ffmpeg does not tell
 * @throws StepFailure where the machine is at fault: that may be otherwise the next time
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

/** Whether ffmpeg has never heard of what the stream is encoded with. */
function isUnknown({ codec_name: codec }: FileStream): boolean {
  return codec === undefined || codec === 'none' || codec === 'unknown';
}

/** Undefined where a single frame comes out of a stream, wherever in the file it is. */
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
