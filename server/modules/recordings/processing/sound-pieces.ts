import * as z from 'zod/mini';

const soundPiece = z.object({ start: z.number(), end: z.number(), silent: z.boolean() });

/** A stretch of the sound, in seconds; nothing is said in a silent one. */
export type SoundPiece = z.infer<typeof soundPiece>;

/** Reads what the audio step has stored. */
export function soundPiecesOf(stored: unknown): SoundPiece[] {
  return z.array(soundPiece).safeParse(stored).data ?? [];
}

/** Seconds of one measured level. */
export const levelSeconds = 0.2;
/** Seconds: a request of recognition takes a while, and what is done need not be asked again. */
const longest = 300;
/** A cut is looked for in this last part of a piece. */
const searched = 120;
/** Levels of a pause: a cut wants more than the gap between two sounds. */
const pauseLevels = 3;
/** dB below full scale: nobody has been heard that quiet. */
const silence = -55;

/** Cuts a sound where it is quietest, so that no word is divided. @param levels of every fifth of a second, in dB */
export function cutSound(levels: readonly number[]): SoundPiece[] {
  const most = longest / levelSeconds;
  const pieces: SoundPiece[] = [];
  let from = 0;
  while (from < levels.length) {
    const to =
      levels.length - from <= most
        ? levels.length
        : quietest(levels, from + most - searched / levelSeconds, from + most);
    const loudest = levels.slice(from, to).reduce((max, level) => Math.max(max, level), Number.NEGATIVE_INFINITY);
    pieces.push({ start: secondsOf(from), end: secondsOf(to), silent: loudest < silence });
    from = to;
  }
  return pieces;
}

/** The middle of the quietest pause between two places; the last of equal ones. */
function quietest(levels: readonly number[], from: number, to: number): number {
  let best = { at: to, level: Number.POSITIVE_INFINITY };
  for (let at = from; at + pauseLevels <= to; at += 1) {
    const level = Math.max(...levels.slice(at, at + pauseLevels));
    if (level <= best.level) best = { at: at + Math.floor(pauseLevels / 2), level };
  }
  return best.at;
}

function secondsOf(levels: number): number {
  return Math.round(levels * levelSeconds * 1000) / 1000;
}
