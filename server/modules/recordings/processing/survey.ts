import { type MediaWork, runFfmpeg, runReading, untrustedInput } from './ffmpeg.ts';
import { StepFailure } from './step-failure.ts';

/** One track as its packets, or its decoded frames, tell of it: seconds from the beginning of the recording. */
export type SurveyedTrack = {
  kind: 'video' | 'audio';
  /** Which of the streams that were asked for. */
  output: number;
  end: number;
  /** When each one begins, in order, and how long it is; empty where these were not asked for. */
  times: number[];
  lengths: number[];
};
/** All that was found, and what was wrong on the way, in ffmpeg's words. */
export type Survey = Passage & { tracks: SurveyedTrack[] };
/** How far a reading came, and what was wrong on the way. */
export type Passage = { end: number; complaints: string };

/** How a file is read: arguments before its name and those of what is made of its packets. */
export type Reading = { input: readonly string[]; output: readonly string[] };

/** Packets as they are, without decoding them. */
const asTheyAre: Reading = { input: [], output: ['-c', 'copy'] };

/**
 * Decodes with an error for every doubt, and without what only makes pictures nicer. A wrapped picture is its address: the
 * checksum of its pixels would cost more than to decode them.
 */
export function strictly(threads: number, more: readonly string[] = []): Reading {
  const input = ['-threads', String(threads), '-err_detect', 'explode', '-skip_loop_filter', 'all', ...more];
  return { input, output: ['-c:v', 'wrapped_avframe', '-c:a', 'pcm_s16le'] };
}

/**
 * Reads the heads of pictures, which are garbage where a file is damaged: an hour in some seconds. Where there are none to
 * read the sound is decoded, which lies between the pictures otherwise.
 */
export function lightly(codec: string | undefined): Reading {
  const heads = codec && /^(h264|vp9|av1)$/.test(codec) ? ['-bsf:v', `${codec}_metadata`] : [];
  const sound = heads.length > 0 ? 'copy' : 'pcm_s16le';
  return { input: ['-err_detect', 'explode'], output: ['-c:v', 'copy', ...heads, '-c:a', sound] };
}

/**
 * Reads the whole and tells what is in it: packets, or each picture and sound that comes out of them. What cannot be read
 * or decoded is missing there.
 * @param streams which of the file's, as ffmpeg counts them
 * @param guess seconds, for the percent
 * @param keep of how many the times are kept; more than that are given up
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

/** Reads the whole only to see how far it goes: in a fraction of the time that it takes to tell of each packet. */
export async function readThrough(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { reading = asTheyAre, guess = 0 }: { reading?: Reading; guess?: number } = {},
): Promise<Passage> {
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
  // Of a track that begins very late nothing is known before it is decoded, and without it no packet is written.
  return survey(path, streams, work, { reading: strictly(1), guess });
}

/** A time that is not there is printed as the least number of 64 bits. */
const unknown = Number.MIN_SAFE_INTEGER;

/** Understands what ffmpeg's `framecrc` prints: a head, and a line for each packet with its times. */
class LineReader {
  /** Of how many the times are kept. */
  kept = 0;
  readonly #keeps: boolean;
  readonly #bases: number[] = [];
  readonly #tracks: SurveyedTrack[] = [];

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** @returns where a packet ends, if it was one */
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
