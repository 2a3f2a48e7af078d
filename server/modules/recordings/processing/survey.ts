import { type MediaWork, runFfmpeg, untrustedInput } from './ffmpeg.ts';

/** One track as its packets, or its decoded frames, tell of it: seconds from the beginning of the recording. */
export type SurveyedTrack = {
  kind: 'video' | 'audio';
  end: number;
  /** When each one begins, in order, and how long it is. */
  times: number[];
  lengths: number[];
};
/** `complaints` is what was wrong on the way, in ffmpeg's words. */
export type Survey = { tracks: SurveyedTrack[]; end: number; complaints: string };

/**
 * Reads the whole and tells what is in it: packets without decoding them, or with `decode` each picture and sound that
 * comes out of them. What cannot be decoded is missing there.
 * @param streams which of the file's, as ffmpeg counts them
 * @param guess seconds, for the percent
 */
export async function survey(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { decode = [], guess = 0 }: { decode?: readonly string[]; guess?: number } = {},
): Promise<Survey> {
  const reader = new LineReader();
  const maps = streams.flatMap((stream) => ['-map', `0:${stream}`]);
  // A wrapped picture is its address: the checksum of its pixels would cost more than to decode them.
  const output = decode.length > 0 ? ['-c:v', 'wrapped_avframe', '-c:a', 'pcm_s16le'] : ['-c', 'copy'];
  // Each line is written as a whole: progress is told on the same pipe.
  const times = ['-fps_mode', 'passthrough', '-flush_packets', '1', '-f', 'framecrc', 'pipe:1'];
  const args = [...decode, ...untrustedInput(path), ...maps, ...output, ...times];
  const { stderr } = await runFfmpeg(args, guess, work, (line) => reader.read(line));
  return { ...reader.result(), complaints: stderr };
}

/** Decodes with an error for every doubt, and without what only makes pictures nicer. */
export function strictly(threads: number, more: readonly string[] = []): string[] {
  return ['-threads', String(threads), '-err_detect', 'explode', '-skip_loop_filter', 'all', ...more];
}

/** A time that is not there is printed as the least number of 64 bits. */
const unknown = Number.MIN_SAFE_INTEGER;

/** Understands what ffmpeg's `framecrc` prints: a head, and a line for each packet with its times. */
class LineReader {
  readonly #bases: number[] = [];
  readonly #tracks: SurveyedTrack[] = [];

  /** @returns whether it was a packet */
  read(line: string): boolean {
    const base = /^#tb (\d+): (\d+)\/(\d+)/.exec(line);
    if (base) this.#bases[Number(base[1])] = Number(base[2]) / Number(base[3]);
    const media = /^#media_type (\d+): (video|audio)/.exec(line);
    if (media) this.#tracks[Number(media[1])] = { kind: media[2] as 'video' | 'audio', end: 0, times: [], lengths: [] };
    const packet = /^(\d+),\s*(-?\d+),\s*(-?\d+),\s*(-?\d+),/.exec(line);
    if (packet) this.#add(Number(packet[1]), packet.slice(2, 5).map(Number));
    return packet !== null;
  }

  #add(index: number, [dts = unknown, pts = unknown, duration = 0]: number[]): void {
    const track = this.#tracks[index];
    const base = this.#bases[index] ?? 0;
    if (!track) return;
    const shown = pts > unknown ? pts * base : dts > unknown ? dts * base : track.end;
    const length = Math.max(0, duration) * base;
    track.times.push(shown);
    track.lengths.push(length);
    track.end = Math.max(track.end, shown + length);
  }

  result(): { tracks: SurveyedTrack[]; end: number } {
    const tracks = this.#tracks.filter((track) => track !== undefined);
    return { tracks, end: Math.max(0, ...tracks.map(({ end }) => end)) };
  }
}
