/**
 * Seconds that one level of a track covers: so long that the delays of codecs, some hundredths of a second, do not
 * matter.
 */
export const levelSeconds = 0.4;
/** Number of levels in which something is heard, without which two tracks are not compared: ten seconds. */
const fewest = 25;
/** Amplitude below which a track is silent: −50 dB. */
const silence = 0.003;
/** Correlation of the levels above which two tracks have the same sound: two people speaking in turn are below zero. */
const same = 0.95;
/** Spread of the levels, relative to their mean, that speech exceeds. Steady tones and noise tell nothing. */
const steady = 0.15;

/**
 * Returns the indexes of the tracks without those whose sound others have: the same in another codec, or the mix that
 * screen recorders write beside the tracks that are mixed.
 * @param tracks levels of each, as amplitudes; the first of equal ones stays
 */
export function withoutRepeated(tracks: readonly (readonly number[])[]): number[] {
  const kept: number[] = [];
  const levelsOf = (at: number) => tracks[at] ?? [];
  for (const at of tracks.keys()) if (!kept.some((one) => isSame(levelsOf(one), levelsOf(at)))) kept.push(at);
  if (kept.length < 3) return kept;
  const mixed = kept.find((at) => isSame(levelsOf(at), sumOf(kept.filter((one) => one !== at).map(levelsOf))));
  return kept.filter((at) => at !== mixed);
}

/** Returns the levels of several sounds at once, which differ from each other. */
function sumOf(tracks: readonly (readonly number[])[]): number[] {
  const length = Math.min(...tracks.map((levels) => levels.length));
  return Array.from({ length }, (_, at) => Math.sqrt(tracks.reduce((sum, levels) => sum + (levels[at] ?? 0) ** 2, 0)));
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  const pairs = one.slice(0, other.length).map((level, at) => [level, other[at] ?? 0] as const);
  const heard = pairs.filter(([a, b]) => a > silence || b > silence);
  if (heard.length < fewest) return false;
  const meanOf = (value: (pair: readonly [number, number]) => number) =>
    heard.reduce((sum, pair) => sum + value(pair), 0) / heard.length;
  const [meanA, meanB] = [meanOf(([a]) => a), meanOf(([, b]) => b)];
  const spreadA = Math.sqrt(meanOf(([a]) => (a - meanA) ** 2));
  const spreadB = Math.sqrt(meanOf(([, b]) => (b - meanB) ** 2));
  if (spreadA < steady * meanA || spreadB < steady * meanB) return false;
  return meanOf(([a, b]) => (a - meanA) * (b - meanB)) > same * spreadA * spreadB;
}
