import type { MediaWork } from './ffmpeg.ts';
import { type Survey, type SurveyedTrack, strictly, survey } from './survey.ts';
import type { Span } from './warning.ts';

/** Where a recording cannot be decoded: places in it, and where it ends for good, if that is before its end. */
export type Damage = { places: Span[]; cutAt?: number; end: number; complaints: string };

/** Shorter gaps than that are no place that somebody would look for. Seconds. */
const leastGap = 0.3;
/** Places closer to each other than that are one. */
const apart = 1;

/** Decodes a recording of which something is known to be wrong, and finds out where. */
export async function findDamage(
  path: string,
  streams: readonly number[],
  work: MediaWork,
  { packets, threads }: { packets: Survey; threads: number },
): Promise<Damage> {
  const decoded = await survey(path, streams, work, { reading: strictly(threads), guess: packets.end });
  const cutAt = decoded.end < packets.end - Math.max(1, packets.end * 0.01) ? decoded.end : undefined;
  const isHurt = packets.complaints !== '' || decoded.complaints !== '';
  const spans = decoded.tracks.flatMap((track) => {
    const source = packets.tracks.find(({ kind }) => kind === track.kind);
    // A picture may stand still on purpose; that sound is missing tells what is lost.
    const tells = track.kind === 'audio' || decoded.tracks.every(({ kind }) => kind === 'video');
    return source ? gapsOf(track, source, tells && isHurt) : [];
  });
  const places = joined(spans.filter(([from]) => from < decoded.end));
  return { places, end: decoded.end, complaints: decoded.complaints, ...(cutAt !== undefined && { cutAt }) };
}

/** Stretches without anything decoded in which the file has, or has lost, packets. */
function gapsOf(track: SurveyedTrack, source: SurveyedTrack, hasLost: boolean): Span[] {
  const order = [...track.times.keys()].sort((a, b) => (track.times[a] ?? 0) - (track.times[b] ?? 0));
  const packets = Float64Array.from(source.times).sort();
  const usual = medianGap(packets);
  const gaps: Span[] = [];
  for (const [place, index] of order.entries()) {
    const next = order[place + 1];
    if (next === undefined) break;
    const start = track.times[index] ?? 0;
    const from = start + Math.max(usual, track.lengths[index] ?? 0);
    const to = track.times[next] ?? 0;
    if (to - from < Math.max(leastGap, track.kind === 'video' ? usual * 2 : 0)) continue;
    const between = packets.filter((time) => time > start + usual / 2 && time < to - usual / 2).length;
    if (between >= 2 || hasLost) gaps.push([start, to]);
  }
  return gaps;
}

function medianGap(sorted: Float64Array): number {
  const gaps = sorted.slice(1).map((time, at) => time - (sorted[at] ?? 0));
  return gaps.sort()[Math.floor(gaps.length / 2)] ?? 0;
}

/** The same places in order, overlapping and neighbouring ones as one. */
function joined(spans: readonly Span[]): Span[] {
  const places: [number, number][] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && from < last[1] + apart) last[1] = Math.max(last[1], to);
    else places.push([from, to]);
  }
  return places;
}
