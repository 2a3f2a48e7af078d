import type { MediaWork } from './ffmpeg.ts';
import { isHarmless, isMoreThanPictures } from './ffmpeg-messages.ts';
import { type Survey, type SurveyedTrack, strictly, survey } from './survey.ts';
import { maxPlaces, type Span } from './warning.ts';

/**
 * Damage of a recording: places that cannot be decoded, and `cutAt`, where it ends for good if that is before its end.
 */
export type Damage = { places: Span[]; cutAt?: number; end: number; complaints: string };

/** Shortest gap that counts as damaged, in seconds; nobody would look for shorter ones. */
const minGap = 0.3;
/** The same of the rest of one track in a recording that breaks off. */
const minRest = 2;
/** Maximum number of packets kept in memory; a day of picture and sound has fewer. */
export const maxPackets = 10_000_000;
/** Places closer to each other than this, in seconds, are merged. */
const apart = 1;

/** Decodes a recording with known problems, and finds their places. */
export async function findDamage(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { packets, threads }: { packets: Survey; threads: number },
): Promise<Damage> {
  const decoded = await survey(path, streams, work, {
    reading: strictly(threads),
    guess: packets.end,
    keep: maxPackets,
  });
  const cutAt = decoded.end < packets.end - Math.max(1, packets.end * 0.01) ? decoded.end : undefined;
  const complaints = [packets.complaints, decoded.complaints];
  const isHurt = !complaints.every(isHarmless);
  const isSoundHurt = complaints.some(isMoreThanPictures);
  const isSilent = decoded.tracks.every(({ kind }) => kind === 'video');
  const pairs = decoded.tracks.flatMap((track) => {
    const source = packets.tracks.find(({ output }) => output === track.output);
    return source ? [{ track, source }] : [];
  });
  const still = pairs.flatMap(({ track, source }) => (track.kind === 'video' ? gapsOf(track, source, () => true) : []));
  const spans = pairs.flatMap(({ track, source }) => {
    // A picture may stand still on purpose, and sound may be omitted in pauses: only both together show a loss.
    const isLost = ([from, to]: Span) =>
      track.kind === 'video'
        ? isSilent && isHurt
        : isSoundHurt || (isHurt && still.some(([start, end]) => start < to && from < end));
    // Where a recording breaks off, one track ends somewhat before another.
    const least = cutAt === undefined ? minGap : minRest;
    return [...gapsOf(track, source, isLost), ...restOf(track, source, { end: decoded.end, least })];
  });
  const places = joined(spans.filter(([from]) => from < decoded.end));
  return { places, end: decoded.end, complaints: decoded.complaints, ...(cutAt !== undefined && { cutAt }) };
}

/** Returns stretches in which nothing was decoded although the file has, or has lost, packets there. */
function gapsOf(
  { kind, times, lengths }: SurveyedTrack,
  source: SurveyedTrack,
  isLost: (span: Span) => boolean,
): Span[] {
  const packets = Float64Array.from(source.times).sort();
  const usual = medianGap(packets);
  const least = Math.max(minGap, kind === 'video' ? usual * 2 : 0);
  const gaps: Span[] = [];
  // The output of decoders is in chronological order.
  for (let at = 0; at + 1 < times.length; at += 1) {
    const [from = 0, to = 0, length = 0] = [times[at], times[at + 1], lengths[at]];
    if (to - from - Math.max(usual, length) < least) continue;
    const between = placeOf(packets, to - usual / 2) - placeOf(packets, from + usual / 2);
    if (between >= 2 || isLost([from, to])) gaps.push([from, to]);
  }
  return gaps;
}

/** Returns the end of a track of which nothing was decoded although it has packets, up to the end of the recording. */
function restOf(track: SurveyedTrack, source: SurveyedTrack, { end, least }: { end: number; least: number }): Span[] {
  const packets = Float64Array.from(source.times).sort();
  const from = track.times.length > 0 ? track.end : (packets[0] ?? 0);
  const to = Math.min(source.end, end);
  const lost = placeOf(packets, to) - placeOf(packets, from);
  return to - from >= least && lost >= 2 ? [[from, to]] : [];
}

function medianGap(sorted: Float64Array): number {
  const gaps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0));
  return gaps.sort()[Math.floor(gaps.length / 2)] ?? 0;
}

/** Returns how many values are less; a binary search, since a long recording has millions of packets. */
function placeOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the places in order, with overlapping and neighbouring ones merged. */
function joined(spans: readonly Span[]): Span[] {
  const places: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && from < last[1] + apart) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places.slice(0, maxPlaces + 1);
}
