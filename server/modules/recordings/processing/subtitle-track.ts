import { runTool } from '#server/platform/media/index.ts';
import { detectEncoding } from '../subtitles/decode-text.ts';
import { dropDrawings } from '../subtitles/drop-drawings.ts';
import { readSubtitles } from '../subtitles/read-subtitles.ts';
import type { SpokenSegment } from '../subtitles/spoken-segment.ts';
import { type MediaWork, throwIfCut, untrustedInput } from './ffmpeg.ts';
import type { MediaInfo } from './media-info.ts';

type Track = NonNullable<MediaInfo['subtitles']>[number];

/** Time limit, in which the longest recording can be read: between two lines of text there is no sign of progress. */
const readMs = 20 * 60_000;
const maxOutput = 32 * 1024 * 1024;

/** A track that was read; `isSparse` if its lines cover so little of the recording that most of what is said is missing. */
type ReadTrack = { lines: SpokenSegment[]; isRussian: boolean; isSparse: boolean };

/**
 * Reads a subtitle track: the one with the most Russian text, whatever its label says; among equals the one labelled
 * Russian, then the default one. `isRussian` says whether its text is. Returns nothing if no track can be read.
 */
export async function readSubtitleTrack(
  path: string,
  { subtitles = [], duration }: MediaInfo,
  work: MediaWork,
): Promise<ReadTrack | undefined> {
  let best: ReadTrack | undefined;
  for (const track of subtitles.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxTracks)) {
    // Besides a Russian track those in other languages need not be read.
    if (best?.isRussian && rank(track) >= foreign) break;
    const lines = await readTrack(path, track, work);
    if (!lines) continue;
    const isRussian = looksRussian(lines);
    const isSparse = secondsOf(lines) < duration * sparse;
    // A film has a track of signs alone, often the default one, beside that of everything said.
    const isBetter = isRussian && (!best?.isRussian || lettersOf(lines) > lettersOf(best.lines));
    if (!best || isBetter) best = { lines, isRussian, isSparse };
  }
  return best;
}

/** The share of a recording that its lines cover at least: even with long pauses people speak more than that. */
const sparse = 0.05;

/** Returns the number of seconds in which a line is shown. */
function secondsOf(lines: readonly SpokenSegment[]): number {
  let [seconds, shownUntil] = [0, 0];
  for (const { start, end } of lines.toSorted((a, b) => a.start - b.start)) {
    seconds += Math.max(0, end - Math.max(start, shownUntil));
    shownUntil = Math.max(shownUntil, end);
  }
  return seconds;
}

function lettersOf(lines: readonly SpokenSegment[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

/** Maximum number of tracks: films have subtitles in dozens of languages, and each requires reading the whole file. */
const maxTracks = 24;

/** Rank of tracks labelled with another language. */
const foreign = 4;

function rank({ language, isDefault }: Track): number {
  const russian = /^ru(s|-|$)/i.test(language ?? '');
  return (russian ? 0 : language === undefined || language === 'und' ? 2 : foreign) + (isDefault ? 0 : 1);
}

/** Returns whether more than half of the letters are Cyrillic. */
function looksRussian(lines: readonly SpokenSegment[]): boolean {
  const text = lines
    .slice(0, 500)
    .map((line) => line.text)
    .join(' ');
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  return cyrillic > (text.match(/\p{L}/gu)?.length ?? 0) / 2;
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
  // Copying WebVTT keeps its voices, which ffmpeg's own conversion would drop.
  if (codec === 'webvtt') return parseTrack(await read([], ['-c', 'copy', '-f', 'webvtt']), work);
  const encoding = codec === 'mov_text' ? 'utf-8' : detectEncoding(await read([], ['-c', 'copy', '-f', 'data']));
  const recode = encoding === 'utf-8' ? [] : ['-sub_charenc', iconvName(encoding)];
  const lines = await parseTrack(await read(recode, ['-f', 'webvtt']), work);
  if (codec !== 'ass' && codec !== 'ssa') return lines;
  const words = lines?.map((line) => ({ ...line, text: dropDrawings(line.text) })).filter(({ text }) => text !== '');
  return words?.length ? words : undefined;
}

/** Most encodings have the same name for `TextDecoder` and iconv. */
function iconvName(encoding: ReturnType<typeof detectEncoding>): string {
  const other: Record<string, string> = { 'windows-1251': 'CP1251', ibm866: 'CP866', 'x-mac-cyrillic': 'MACCYRILLIC' };
  return other[encoding] ?? encoding.toUpperCase();
}

async function parseTrack(webVtt: Buffer, { signal }: MediaWork): Promise<SpokenSegment[] | undefined> {
  try {
    return await readSubtitles(webVtt, signal);
  } catch {
    signal.throwIfAborted();
    // A track without words, or an unreadable one: the next track, or the sound, may provide the text.
    return undefined;
  }
}
