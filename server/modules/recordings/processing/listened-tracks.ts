import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import type { FileStream } from './inspect-file.ts';

/** A sound track, and its index among all sound tracks of the file. */
export type ListenedTrack = { stream: FileStream; track: number };

/** In dB below full scale; nobody was ever heard at such a low level. */
const silence = -55;
/** Maximum number of speakers with a track each. */
const mostVoices = 12;

/**
 * Returns the sound tracks to be used: the only audible one, or all of them if each speaker has a track. Of several
 * languages it is the Russian one, or that of the default track.
 * @param sounds decodable tracks in their order
 * @param seconds length of the recording, if it is known
 */
export async function listenedTracks(
  path: string,
  sounds: readonly ListenedTrack[],
  work: MediaWork,
  seconds: number,
): Promise<ListenedTrack[]> {
  const isDefault = ({ stream }: ListenedTrack) => Number(stream.disposition?.default === 1);
  const tracks = sounds.toSorted((a, b) => isDefault(b) - isDefault(a));
  const [first] = tracks;
  if (!first || tracks.length === 1) return tracks;
  const heard: ListenedTrack[] = [];
  for (const each of tracks) if ((await loudest(path, each.track, work, seconds)) > silence) heard.push(each);
  if (heard.length === 0) return [first];
  const languages = heard.map(({ stream }) => languageOf(stream));
  const language = languages.find((name) => name === 'rus') ?? languages[0];
  return heard.filter((_, at) => languages[at] === language).slice(0, mostVoices);
}

/** Returns the language of a track; one without a language is assumed to be Russian. */
function languageOf({ tags }: FileStream): string {
  const declared = tags?.language?.toLowerCase() ?? '';
  return declared === '' || declared === 'und' || /^ru/.test(declared) ? 'rus' : declared;
}

async function loudest(path: string, track: number, work: MediaWork, seconds: number): Promise<number> {
  const quiet = { ...work, progress: () => undefined };
  const map = ['-map', `0:a:${track}`, '-af', 'volumedetect', '-f', 'null', '-'];
  const { stderr } = await runFfmpeg(['-v', 'info', ...untrustedInput(path), ...map], seconds, quiet);
  const level = /max_volume: (-?[\d.]+|-inf) dB/.exec(stderr)?.[1];
  return level === undefined || level === '-inf' ? Number.NEGATIVE_INFINITY : Number(level);
}
