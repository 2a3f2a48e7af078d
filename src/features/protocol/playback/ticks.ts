/** Kinds of ticks: beginning of an agenda item, mark set by a person, keyword. */
export type TickKind = 'chapter' | 'bookmark' | 'keyword';

/** A named moment of the recording. */
export interface Tick {
  id: string;
  kind: TickKind;
  /** Position in the recording in seconds. */
  start: number;
  words: string;
}

/** Maximum number of distinguishable ticks along the recording: closer ones are drawn as one. */
const maxDrawn = 200;
/** Maximum number of names shown for one tick. */
const names = 3;
const ranks: readonly TickKind[] = ['keyword', 'bookmark', 'chapter'];

/** Returns all ticks in the order of time; at the same moment the kind of higher rank comes first. */
export function inOrder(ticks: readonly Tick[]): Tick[] {
  return ticks.toSorted((one, other) => one.start - other.start || rankOf(other) - rankOf(one));
}

/** Returns the ticks to draw: those that would overlap are merged into one with their names. */
export function drawnTicks(ticks: readonly Tick[], duration: number): Tick[] {
  const drawn: { start: number; ticks: Tick[] }[] = [];
  for (const tick of ticks) {
    const last = drawn.at(-1);
    if (last && tick.start - last.start < duration / maxDrawn) last.ticks.push(tick);
    else drawn.push({ start: tick.start, ticks: [tick] });
  }
  return drawn.map(({ start, ticks: here }) => {
    const weightiest = here.reduce((best, each) => (rankOf(each) > rankOf(best) ? each : best));
    const words = here.slice(0, names).map((each) => each.words);
    if (here.length > names) words.push(`и\u00A0ещё\u00A0${here.length - names}`);
    return { ...weightiest, start, words: words.join('; ') };
  });
}

/** Returns the start of the next tick after a second, or of the one before it; undefined where there is none. */
export function neighbour(ticks: readonly Tick[], seconds: number, direction: 1 | -1): number | undefined {
  // The tolerance excludes the tick at which the position already is.
  const isBeyond = ({ start }: Tick) => (direction > 0 ? start > seconds + 0.05 : start < seconds - 0.05);
  return (direction > 0 ? ticks.find(isBeyond) : ticks.findLast(isBeyond))?.start;
}

/** Returns the name of a second of the recording: of the tick there, or else of the agenda item that it belongs to. */
export function nameOfPlace(ticks: readonly Tick[], seconds: number): string | undefined {
  const begun = ticks.filter(({ start }) => start <= seconds + 0.05);
  const [here, question] = [begun.at(-1), begun.findLast(({ kind }) => kind === 'chapter')];
  return here && seconds - here.start < 1 ? here.words : question?.words;
}

function rankOf({ kind }: Tick): number {
  return ranks.indexOf(kind);
}
