import { comparisonKey } from '#contract/text/comparison-key.ts';

/** A recording with its transcript lines. */
export interface HeardRecording<Line> {
  id: string;
  /** The only speaker of the recording; without one, it recorded everybody nearby. */
  speaker?: string | null | undefined;
  /** Start of the recording on the common timeline, in seconds. */
  start: number;
  lines: readonly Line[];
}

/** A line, its recording, and its start on the common timeline. */
export interface MergedLine<Line> {
  line: Line;
  recordingId: string;
  at: number;
}

interface Timed {
  start: number;
  end: number;
  text: string;
}

/** Share of a line's words that must be heard elsewhere at about the same time for the line to count as repeated. */
const maxAlike = 0.7;
/** Tolerance in seconds: clocks of two devices and ends of lines differ by some seconds. */
const slack = 2;
const grain = 5;
/** Maximum length of a line in seconds, whatever its end says. */
const longestLine = 120;

/**
 * Merges the lines of recordings that ran beside each other, in the order of time, each word once. Of the same words in
 * two recordings, those of a speaker's own recording are kept, else those of the first recording. Two speakers may say
 * the same words at once.
 * @returns the merged lines, and the repeated ones that were left out
 */
export function mergeLines<Line extends Timed>(
  recordings: readonly HeardRecording<Line>[],
): { lines: MergedLine<Line>[]; repeated: MergedLine<Line>[] } {
  const heard = new HeardWords();
  const [lines, repeated]: [MergedLine<Line>[], MergedLine<Line>[]] = [[], []];
  const bySpeakers = recordings.filter(({ speaker }) => speaker);
  for (const { id, speaker, start, lines: own } of [...bySpeakers, ...recordings.filter((each) => !each.speaker)]) {
    const kept: Timed[] = [];
    for (const line of own) {
      const merged = { line, recordingId: id, at: start + line.start };
      const timed = { start: merged.at, end: start + line.end, text: line.text };
      if (heard.isAlike(timed, speaker)) repeated.push(merged);
      else {
        kept.push(timed);
        lines.push(merged);
      }
    }
    if (recordings.length > 1) for (const line of kept) heard.add(line, speaker);
  }
  return { lines: lines.sort((one, other) => one.at - other.at), repeated };
}

/** Which words were heard at about which time, and in whose own recording. */
class HeardWords {
  readonly #words = new Map<number, Map<string, Set<string>>>();

  add({ start, end, text }: Timed, speaker: string | null | undefined): void {
    for (const place of placesOf(start, end)) {
      const words = this.#words.get(place) ?? new Map<string, Set<string>>();
      this.#words.set(place, words);
      for (const word of comparedWords(text)) words.set(word, (words.get(word) ?? new Set()).add(speaker ?? ''));
    }
  }

  /**
   * Whether most words of a line were already heard at about that time; for a line of a speaker's own recording only
   * words of the same speaker count.
   */
  isAlike({ start, end, text }: Timed, speaker: string | null | undefined): boolean {
    const words = comparedWords(text);
    if (this.#words.size === 0 || words.length === 0) return false;
    const near = placesOf(start - slack, end + slack).flatMap((place) => this.#words.get(place) ?? []);
    const isHeard = (word: string) =>
      near.some((said) => {
        const by = said.get(word);
        return by !== undefined && (!speaker || by.has(speaker));
      });
    return words.filter(isHeard).length >= words.length * maxAlike;
  }
}

function placesOf(start: number, end: number): number[] {
  const [first, last] = [start, Math.min(Math.max(start, end), start + longestLine)].map((at) =>
    Math.floor(at / grain),
  );
  return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => (first ?? 0) + index);
}

function comparedWords(text: string): string[] {
  return comparisonKey(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
