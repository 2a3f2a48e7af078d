import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';
import type { FileStream } from './inspect-file.ts';

/** A sound track, and its place among all those of the file. */
export type ListenedTrack = { stream: FileStream; track: number };

/** dB below full scale: nobody has been heard that quiet. */
const silence = -55;
/** More speakers than that were never given a track each. */
const mostVoices = 12;

/**
 * Which sound tracks are listened to: the only one in which something is heard, or all of them, as where each speaker has
 * one. Of translations the Russian one, or that of the default track.
 * @param sounds those that can be decoded, in their order
 * @param seconds of the recording, as far as it is known
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

/** A track that does not tell is taken to be in the language of the others. */
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
