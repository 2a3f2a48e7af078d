/** Seconds from and to. */
export type Stretch = readonly [from: number, to: number];

/** A stretch of a sound, in seconds; nothing is said in a silent one. */
export type SpeechPiece = { start: number; end: number; silent: boolean };

/** Seconds of one measured level. */
export const levelSeconds = 0.1;
/** Seconds that are recognised at once: models were trained on no longer ones. */
const longest = 25;
/** A cut is looked for from here on. */
const earliestCut = 8;
/** Levels of a pause: a cut wants more than the gap between two sounds. */
const pauseLevels = 3;
/** Stretches that are as near to each other are heard as one: what is said before helps to understand. */
const near = 2;
/** A sound begins before it is loud enough to be noticed, and fades after. */
const margin = 0.25;
/** dB below full scale: nobody has been heard that quiet. */
const silence = -55;

/**
 * Cuts a sound into pieces of speech, each at most 25 seconds long, and what is between them: together they are all of it.
 * @param speech where speech was found, in order
 * @param levels of every tenth of a second, in dB
 * @param total seconds of the sound
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

/** Where it is not silent: for a model without a file that tells speech from noise. Nothing that is audible is left out. */
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
    const cut = quietest(levels, start + earliestCut, start + longest);
    parts.push([start, cut]);
    start = cut;
  }
  return [...parts, [start, to]];
}

/** The middle of the quietest pause between two moments; the last of equal ones. */
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
