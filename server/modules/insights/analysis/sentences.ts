import type { Segment } from './segment.ts';

/** A sentence with the lines that it spans; it may be part of a line. */
export type Sentence = { text: string; lines: Segment[] };

const longestPause = 2;
/** Maximum number of words in a sentence of recognised speech without punctuation, which is otherwise cut at pauses. */
const maxWords = 45;
const boundary = /(?<=[.!?…][»")]?)\s+(?=[«"„(—–-]?\s*[\p{Lu}\p{N}])/u;
const abbreviation = /(?:^|[\s(«.])(?:\p{L}|ул|им|ст|стр|рис|тыс|млн|млрд|руб|др|пр|см|гг)\.$/iu;

/**
 * Splits the speech into sentences. Each recording is followed separately, even if others were recorded at the same
 * time.
 */
export function sentencesOf(lines: readonly Segment[]): Sentence[] {
  const sentences: Sentence[] = [];
  const openIn = new Map<string | undefined, Sentence>();
  for (const line of lines) {
    for (const piece of pieces(line.text)) {
      let open = openIn.get(line.recordingId);
      if (!open || !continues(open, line)) {
        open = { text: '', lines: [] };
        sentences.push(open);
        openIn.set(line.recordingId, open);
      }
      open.text = open.text ? `${open.text} ${piece}` : piece;
      if (open.lines.at(-1) !== line) open.lines.push(line);
      if (isEnd(open.text)) openIn.delete(line.recordingId);
    }
  }
  return sentences;
}

function pieces(text: string): string[] {
  const found: string[][] = [];
  for (const part of text.replace(/\s+/g, ' ').trim().split(boundary)) {
    const last = found.at(-1);
    if (last && endsInAbbreviation(last.at(-1) ?? '')) last.push(part);
    else if (part) found.push([part]);
  }
  return found.map((parts) => parts.join(' '));
}

function continues({ text, lines }: Sentence, next: Segment): boolean {
  const last = lines.at(-1);
  if (!last || last === next) return true;
  if (last.speaker !== next.speaker || next.start - last.end > longestPause) return false;
  return text.split(' ').length < maxWords;
}

function endsInAbbreviation(text: string): boolean {
  return abbreviation.test(text.slice(-8));
}

function isEnd(text: string): boolean {
  return /[.!?…][»")]?$/.test(text.slice(-2)) && !endsInAbbreviation(text);
}
