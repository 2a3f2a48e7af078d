/** What marks a recording: where a question begins, what somebody marked, where keywords are said. */
export type TickKind = 'chapter' | 'bookmark' | 'keyword';

/** A moment of the recording with a name. */
export interface Tick {
  id: string;
  kind: TickKind;
  /** Seconds of the recording. */
  start: number;
  words: string;
}

/** So many marks at most are told from each other along the recording: of more the names of neighbours stand together. */
const grains = 200;
/** So many names of one mark are shown. */
const names = 3;
const ranks: readonly TickKind[] = ['keyword', 'bookmark', 'chapter'];

/** All moments in the order of time; of those at the same moment the weightier one is first. */
export function inOrder(ticks: readonly Tick[]): Tick[] {
  return ticks.toSorted((one, other) => one.start - other.start || rankOf(other) - rankOf(one));
}

/** What is drawn of moments in the order of time: those that would lie on each other are one, with all their names. */
export function drawnTicks(ticks: readonly Tick[], duration: number): Tick[] {
  const drawn: { start: number; ticks: Tick[] }[] = [];
  for (const tick of ticks) {
    const last = drawn.at(-1);
    if (last && tick.start - last.start < duration / grains) last.ticks.push(tick);
    else drawn.push({ start: tick.start, ticks: [tick] });
  }
  return drawn.map(({ start, ticks: here }) => {
    const weightiest = here.reduce((best, each) => (rankOf(each) > rankOf(best) ? each : best));
    const words = here.slice(0, names).map((each) => each.words);
    if (here.length > names) words.push(`и\u00A0ещё\u00A0${here.length - names}`);
    return { ...weightiest, start, words: words.join('; ') };
  });
}

/** The start of the next moment after a second, or of the one before it; undefined where there is none. */
export function neighbour(ticks: readonly Tick[], seconds: number, direction: 1 | -1): number | undefined {
  // One that was just led to is behind, not ahead.
  const isBeyond = ({ start }: Tick) => (direction > 0 ? start > seconds + 0.05 : start < seconds - 0.05);
  return (direction > 0 ? ticks.find(isBeyond) : ticks.findLast(isBeyond))?.start;
}

/** What a second of the recording is called: what is marked there, else the question that it belongs to. */
export function nameOfPlace(ticks: readonly Tick[], seconds: number): string | undefined {
  const begun = ticks.filter(({ start }) => start <= seconds + 0.05);
  const [here, question] = [begun.at(-1), begun.findLast(({ kind }) => kind === 'chapter')];
  return here && seconds - here.start < 1 ? here.words : question?.words;
}

function rankOf({ kind }: Tick): number {
  return ranks.indexOf(kind);
}
