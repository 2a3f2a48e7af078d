import * as z from 'zod/mini';

const soundPiece = z.object({ start: z.number(), end: z.number(), silent: z.boolean() });

/** A stretch of the sound, in seconds; nothing is said in a silent one. */
export type SoundPiece = z.infer<typeof soundPiece>;

/** Reads the stored result of the audio step. */
export function soundPiecesOf(stored: unknown): SoundPiece[] {
  return z.array(soundPiece).safeParse(stored).data ?? [];
}

/** Duration in seconds that one level covers. */
export const levelSeconds = 0.2;
/** Maximum length in seconds: a recognition request takes a while, and finished pieces need not be requested again. */
const longest = 300;
/** Final part of a piece, in seconds, in which a cut is searched for. */
const searched = 120;
/** Number of levels in a pause: a cut needs more than the gap between two sounds. */
const pauseLevels = 3;
/** In dB below full scale; nobody was ever heard at such a low level. */
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

/** Returns the middle of the quietest pause between two positions; the last one if several are equal. */
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
