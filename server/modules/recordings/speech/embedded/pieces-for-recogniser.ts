/** Start and end in seconds. */
export type Stretch = readonly [from: number, to: number];

/** A stretch of a sound, in seconds; nothing is said in a silent one. */
export type SpeechPiece = { start: number; end: number; silent: boolean };

/** Duration in seconds that one level covers. */
export const levelSeconds = 0.1;
/** Maximum number of seconds recognised at once: models were trained on lengths up to this. */
const longest = 25;
/** Second of a piece from which a cut is searched for. */
const earliestCut = 8;
/** No cut is made in this last part, in seconds, since models may fail on a shorter rest. */
const shortest = 1;
/** Number of levels in a pause: a cut needs more than the gap between two sounds. */
const pauseLevels = 3;
/** Stretches at most this many seconds apart are recognised together, since context improves recognition. */
const near = 2;
/** Seconds added on both sides, since a sound begins before it is loud enough to be detected, and fades afterwards. */
const margin = 0.25;
/** In dB below full scale; nobody was ever heard at such a low level. */
const silence = -55;

/**
 * Cuts a sound into pieces of speech, each at most 25 seconds long, and the stretches between them; together they cover
 * the whole sound.
 * @param speech stretches of detected speech, in order
 * @param levels one per tenth of a second, in dB
 * @param total length of the sound in seconds
 */
export function cutSpeech(speech: readonly Stretch[], levels: readonly number[], total: number): SpeechPiece[] {
  const spoken: Stretch[] = [];
  for (const [from, to] of widened(speech, total)) {
    const last = spoken.at(-1);
    if (last && from - last[1] <= near && to - last[0] <= longest) spoken[spoken.length - 1] = [last[0], to];
    else spoken.push(...shortened([from, to], levels));
  }
  const pieces: SpeechPiece[] = [];
  let at = 0;
  for (const [start, end] of spoken) {
    if (start > at) pieces.push({ start: at, end: start, silent: true });
    pieces.push({ start, end, silent: false });
    at = end;
  }
  return at < total ? [...pieces, { start: at, end: total, silent: true }] : pieces;
}

/** Returns the audible stretches, for a model without a file that detects speech. Nothing audible is left out. */
export function loudStretches(levels: readonly number[]): Stretch[] {
  const loud: Stretch[] = [];
  for (const [place, level] of levels.entries()) {
    if (level < silence) continue;
    const [from, to] = [rounded(place * levelSeconds), rounded((place + 1) * levelSeconds)];
    const last = loud.at(-1);
    if (last && from - last[1] <= pauseLevels * levelSeconds) loud[loud.length - 1] = [last[0], to];
    else loud.push([from, to]);
  }
  return loud;
}

function widened(speech: readonly Stretch[], total: number): Stretch[] {
  const wide: Stretch[] = [];
  for (const [from, to] of speech) {
    const [start, end] = [rounded(Math.max(0, from - margin)), rounded(Math.min(total, to + margin))];
    const last = wide.at(-1);
    if (last && start <= last[1]) wide[wide.length - 1] = [last[0], Math.max(last[1], end)];
    else if (end > start) wide.push([start, end]);
  }
  return wide;
}

function shortened([from, to]: Stretch, levels: readonly number[]): Stretch[] {
  const parts: Stretch[] = [];
  let start = from;
  while (to - start > longest) {
    const cut = quietest(levels, start + earliestCut, Math.min(start + longest, to - shortest));
    parts.push([start, cut]);
    start = cut;
  }
  return [...parts, [start, to]];
}

/** Returns the middle of the quietest pause between two moments; the last one if several are equal. */
function quietest(levels: readonly number[], from: number, to: number): number {
  let best = { at: to, level: Number.POSITIVE_INFINITY };
  const end = Math.floor(to / levelSeconds);
  for (let place = Math.ceil(from / levelSeconds); place + pauseLevels <= end; place += 1) {
    const level = Math.max(...levels.slice(place, place + pauseLevels));
    if (level <= best.level) best = { at: rounded((place + pauseLevels / 2) * levelSeconds), level };
  }
  return best.at;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
