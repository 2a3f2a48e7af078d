import { runTool } from '#server/platform/media/index.ts';
import { detectEncoding } from '../subtitles/decode-text.ts';
import { readSubtitles } from '../subtitles/read-subtitles.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import { type MediaWork, throwIfCut, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';

type Track = NonNullable<MediaInfo['subtitles']>[number];

/** The longest recording is read in this time: between two lines of text nothing tells whether the work goes on. */
const readMs = 20 * 60_000;
const maxOutput = 32 * 1024 * 1024;

/** What the first readable subtitle track says, Russian ones first; nothing where there is none. */
export async function readSubtitleTrack(
  path: string,
  { subtitles = [] }: MediaInfo,
  work: MediaWork,
): Promise<SpokenSegment[] | undefined> {
  for (const track of [...subtitles].sort((a, b) => rank(a) - rank(b))) {
    const lines = await readTrack(path, track, work);
    if (lines) return lines;
  }
  return undefined;
}

function rank({ language, isDefault }: Track): number {
  const russian = /^ru(s|-|$)/i.test(language ?? '');
  return (russian ? 0 : 2) + (isDefault ? 0 : 1);
}

async function readTrack(path: string, { track, codec }: Track, work: MediaWork) {
  const { tools, signal } = work;
  const read = async (before: string[], after: string[]) => {
    const args = [...before, ...untrustedInput(path), '-map', `0:s:${track}`, ...after, 'pipe:1'];
    const limits = { signal, timeoutMs: tools.stallMs ?? readMs, maxOutput };
    const result = await runTool(tools.ffmpeg, ['-v', 'error', '-nostdin', ...args], limits);
    throwIfCut(result);
    return result.stdout;
  };
  // Copied, WebVTT keeps its voices; ffmpeg's own reading would drop them.
  if (codec === 'webvtt') return linesOf(await read([], ['-c', 'copy', '-f', 'webvtt']), work);
  const encoding = codec === 'mov_text' ? 'utf-8' : detectEncoding(await read([], ['-c', 'copy', '-f', 'data']));
  const recode = encoding === 'utf-8' ? [] : ['-sub_charenc', iconvName(encoding)];
  return linesOf(await read(recode, ['-f', 'webvtt']), work);
}

/** Most names are the same for `TextDecoder` and iconv. */
function iconvName(encoding: ReturnType<typeof detectEncoding>): string {
  const other: Record<string, string> = { 'windows-1251': 'CP1251', ibm866: 'CP866', 'x-mac-cyrillic': 'MACCYRILLIC' };
  return other[encoding] ?? encoding.toUpperCase();
}

async function linesOf(webVtt: Buffer, { signal }: MediaWork): Promise<SpokenSegment[] | undefined> {
  try {
    return await readSubtitles(webVtt, signal);
  } catch {
    signal.throwIfAborted();
    // A track without words, or one that cannot be read: the next one, or the sound, may tell.
    return undefined;
  }
}
