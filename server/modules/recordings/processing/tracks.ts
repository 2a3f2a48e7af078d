import type { ToolResult } from '#server/platform/media/index.ts';
import { type MediaWork, runBriefly, runFfmpeg, throwNoMemory, untrustedInput } from './ffmpeg.ts';
import { type FileStream, isLocked } from './inspect-file.ts';
import { levelSeconds, withoutRepeated } from './same-sound.ts';
import type { UnreadCause } from './warning.ts';

/** Maximum number of streams of one kind; a file with more was made to overload the server. */
const maxStreams = 24;

/**
 * A stream, its index among those of its kind, and why nothing of it can be decoded; `empty` if it contains nothing.
 */
export type TriedTrack = { stream: FileStream; track: number; unread?: UnreadCause | 'empty' };

/**
 * Tries streams of one kind: until the first that can be decoded if `isOneEnough`, else all of them, at most
 * `maxStreams`.
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
  for (const { stream, track } of order.slice(0, maxStreams)) {
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

/** A sound track, and its index among all sound tracks of the file. */
export type ListenedTrack = { stream: FileStream; track: number };

/** In dB below full scale; nobody was ever heard at such a low level. */
const silence = -55;
/** Maximum number of speakers with a track each. */
const maxVoices = 12;

/** Tracks to be used, and how many others would be if there were not too many. */
type Listened = { tracks: ListenedTrack[]; left: number };

/**
 * Returns the sound tracks to be used: the only audible one, or all of them if each speaker has a track. Of several
 * languages it is the Russian one, or that of the default track; of several tracks with the same sound the first.
 * @param sounds decodable tracks in their order
 * @param seconds length of the recording, if it is known
 */
export async function listenedTracks(
  path: string,
  sounds: readonly ListenedTrack[],
  work: MediaWork,
  seconds: number,
): Promise<Listened> {
  const isDefault = ({ stream }: ListenedTrack) => Number(stream.disposition?.default === 1);
  const tracks = sounds.toSorted((a, b) => isDefault(b) - isDefault(a));
  const [first] = tracks;
  if (!first || tracks.length === 1) return { tracks, left: 0 };
  const heard: (ListenedTrack & { levels: number[] })[] = [];
  for (const each of tracks) {
    const { loudest, levels } = await measure(path, each.track, work, seconds);
    if (loudest > silence) heard.push({ ...each, levels });
  }
  if (heard.length === 0) return { tracks: [first], left: 0 };
  const languages = heard.map(({ stream }) => languageOf(stream));
  const language = languages.find((name) => name === 'rus') ?? languages[0];
  const spoken = heard.filter((_, at) => languages[at] === language);
  const kept = withoutRepeated(spoken.map(({ levels }) => levels));
  const voices = spoken.filter((_, at) => kept.includes(at)).map(({ stream, track }) => ({ stream, track }));
  return { tracks: voices.slice(0, maxVoices), left: Math.max(0, voices.length - maxVoices) };
}

/** Returns the language of a track; one without a language is assumed to be Russian. */
function languageOf({ tags }: FileStream): string {
  const declared = tags?.language?.toLowerCase() ?? '';
  return declared === '' || declared === 'und' || /^ru/.test(declared) ? 'rus' : declared;
}

const rate = 8_000;
/** Written to stdout besides the progress: the level of each span of `levelSeconds`, from the beginning of the recording. */
const measured = [
  `volumedetect,aresample=${rate}:async=1:first_pts=0,aformat=channel_layouts=mono`,
  `asetnsamples=n=${rate * levelSeconds}:p=0`,
  'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=RMS_level',
  'ametadata=mode=print:key=lavfi.astats.Overall.RMS_level:file=-:direct=1',
];
/** Number of levels that are compared: those of the first two hours. */
const maxLevels = 7_200 / levelSeconds;

/** Returns the loudest moment of a track in dB, and its levels as amplitudes. */
async function measure(path: string, track: number, work: MediaWork, seconds: number) {
  const levels: number[] = [];
  const map = ['-map', `0:a:${track}`, '-af', measured.join(','), '-f', 'null', '-'];
  const args = ['-v', 'info', ...untrustedInput(path), ...map];
  const { stderr } = await runFfmpeg(args, seconds, { ...work, progress: () => undefined }, (line) => {
    const level = /^lavfi\.astats\.Overall\.RMS_level=(.+)$/.exec(line)?.[1];
    // Digital silence is printed as `-inf`.
    if (level !== undefined && levels.length < maxLevels) levels.push(10 ** (Number(level) / 20) || 0);
  });
  const level = /max_volume: (-?[\d.]+|-inf) dB/.exec(stderr)?.[1];
  const loudest = level === undefined || level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level);
  return { loudest, levels };
}
