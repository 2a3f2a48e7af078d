const commands = new Set(['m', 'n', 'l', 'b', 's', 'p', 'c']);
const number = /^-?\d+(\.\d+)?$/;

/**
 * Returns the words of a subtitle without ASS drawings, which appear as text: «m 0 0 l 100 0 100 50». A drawing begins
 * with a move command and continues with command letters and numbers.
 */
export function dropDrawings(text: string): string {
  const words = text.split(/\s+/);
  const kept: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const end = endOfDrawing(words, at);
    if (end === at) kept.push(words[at] ?? '');
    else at = end - 1;
  }
  return kept.join(' ').trim();
}

/** Returns the end of a drawing that begins at this word; the same index if none does. */
function endOfDrawing(words: readonly string[], at: number): number {
  const isMove = words[at] === 'm' && number.test(words[at + 1] ?? '') && number.test(words[at + 2] ?? '');
  if (!isMove) return at;
  let end = at + 3;
  while (end < words.length && (commands.has(words[end] ?? '') || number.test(words[end] ?? ''))) end += 1;
  return end;
}
