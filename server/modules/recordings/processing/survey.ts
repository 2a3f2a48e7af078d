import { type MediaWork, runFfmpeg, runReading, untrustedInput } from './ffmpeg.ts';
import { StepFailure } from './step-failure.ts';

/** One track as described by its packets or decoded frames; times are seconds from the beginning of the recording. */
export type SurveyedTrack = {
  kind: 'video' | 'audio';
  /** Index among the requested streams. */
  output: number;
  end: number;
  /** Start times in order, and durations; empty if they were not requested. */
  times: number[];
  lengths: number[];
};
/** All tracks found, with ffmpeg's messages about problems. */
export type Survey = ReadResult & { tracks: SurveyedTrack[] };
/** How far the file could be read, with ffmpeg's messages about problems. */
export type ReadResult = { end: number; complaints: string };

/** How a file is read: the arguments before its name, and those for the output of its packets. */
export type Reading = { input: readonly string[]; output: readonly string[] };

/** Reads packets without decoding them. */
const asTheyAre: Reading = { input: [], output: ['-c', 'copy'] };

/**
 * Decodes strictly, treating every doubt as an error, and without filters that only improve the picture.
 * `wrapped_avframe` avoids the checksum of the pixels, which would cost more than the decoding.
 */
export function strictly(threads: number, more: readonly string[] = []): Reading {
  const input = ['-threads', String(threads), '-err_detect', 'explode', '-skip_loop_filter', 'all', ...more];
  return { input, output: ['-c:v', 'wrapped_avframe', '-c:a', 'pcm_s16le'] };
}

/**
 * Reads only the headers of pictures, which are garbage where a file is damaged: an hour takes some seconds. Without
 * readable headers the sound, which is interleaved with the pictures, is decoded instead.
 */
export function lightly(codec: string | undefined): Reading {
  const heads = codec && /^(h264|vp9|av1)$/.test(codec) ? ['-bsf:v', `${codec}_metadata`] : [];
  const sound = heads.length > 0 ? 'copy' : 'pcm_s16le';
  return { input: ['-err_detect', 'explode'], output: ['-c:v', 'copy', ...heads, '-c:a', sound] };
}

/**
 * Reads the whole file and returns its contents: packets, or the decoded pictures and sounds. What cannot be read or
 * decoded is missing from the result.
 * @param streams indexes of the streams, as ffmpeg counts them
 * @param guess expected seconds, for the percentage
 * @param keep maximum number of packets whose times are kept; more abort the reading with a StepFailure
 */
export async function survey(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { reading = asTheyAre, guess = 0, keep = 0 }: { reading?: Reading; guess?: number; keep?: number } = {},
): Promise<Survey> {
  const reader = new LineReader(keep > 0);
  const tooMany = new AbortController();
  const signal = AbortSignal.any([work.signal, tooMany.signal]);
  const maps = streams.flatMap((stream) => ['-map', `0:${stream}`]);
  const times = ['-fps_mode', 'passthrough', '-f', 'framecrc', 'pipe:1'];
  const args = [...reading.input, ...untrustedInput(path), ...maps, ...reading.output, ...times];
  const { stderr } = await runReading(args, guess, { ...work, signal }, (line) => {
    const end = reader.read(line);
    if (reader.kept > keep)
      tooMany.abort(new StepFailure('Запись состоит из слишком многих частей. Сохраните её в MP4'));
    return end;
  });
  return { ...reader.result(), complaints: stderr };
}

const fewPictures = 500;

/** Reads the whole file only to find its end, which takes a fraction of the time of examining each packet. */
export async function readThrough(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { reading = asTheyAre, guess = 0 }: { reading?: Reading; guess?: number } = {},
): Promise<ReadResult> {
  const maps = streams.flatMap((stream) => ['-map', `0:${stream}`]);
  const args = [...reading.input, ...untrustedInput(path), ...maps, ...reading.output, '-fps_mode', 'passthrough'];
  let pictures = Number.POSITIVE_INFINITY;
  const { stderr, seconds } = await runFfmpeg([...args, '-f', 'null', '-'], guess, work, (line) => {
    pictures = Number(/^frame=(\d+)$/.exec(line)?.[1] ?? pictures);
  });
  if (seconds > 0 && pictures >= fewPictures) return { end: seconds, complaints: stderr };
  // Raw streams have no times: their packets have to be counted. And among few pictures the last may be a long one.
  const counted = await survey(path, streams, work, { reading, guess });
  if (counted.end > 0 || reading !== asTheyAre) return counted;
  // ffmpeg knows nothing about a track that begins very late until it is decoded, and writes no packet before that.
  return survey(path, streams, work, { reading: strictly(1), guess });
}

/** A missing time is printed as the smallest 64-bit integer. */
const unknown = Number.MIN_SAFE_INTEGER;

/** Parses the output of ffmpeg's `framecrc`: a header, and a line with the times of each packet. */
class LineReader {
  /** Number of packets whose times are kept. */
  kept = 0;
  readonly #keeps: boolean;
  readonly #bases: number[] = [];
  readonly #tracks: SurveyedTrack[] = [];

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** @returns the end time of the packet, if the line was one */
  read(line: string): number | undefined {
    if (line.startsWith('#')) return this.#readHead(line);
    const numbers = line.split(',', 4).map(Number);
    return numbers.length === 4 && !numbers.some(Number.isNaN) ? this.#add(numbers) : undefined;
  }

  #readHead(line: string): undefined {
    const base = /^#tb (\d+): (\d+)\/(\d+)/.exec(line);
    if (base) this.#bases[Number(base[1])] = Number(base[2]) / Number(base[3]);
    const media = /^#media_type (\d+): (video|audio)/.exec(line);
    if (!media) return;
    const output = Number(media[1]);
    this.#tracks[output] = { kind: media[2] as 'video' | 'audio', output, end: 0, times: [], lengths: [] };
  }

  #add([index = 0, dts = unknown, pts = unknown, duration = 0]: number[]): number | undefined {
    const track = this.#tracks[index];
    const base = this.#bases[index] ?? 0;
    if (!track) return undefined;
    const shown = pts > unknown ? pts * base : dts > unknown ? dts * base : track.end;
    const length = Math.max(0, duration) * base;
    if (this.#keeps) {
      track.times.push(shown);
      track.lengths.push(length);
      this.kept += 1;
    }
    track.end = Math.max(track.end, shown + length);
    return track.end;
  }

  result(): { tracks: SurveyedTrack[]; end: number } {
    const tracks = this.#tracks.filter((track) => track !== undefined);
    return { tracks, end: Math.max(0, ...tracks.map(({ end }) => end)) };
  }
}
