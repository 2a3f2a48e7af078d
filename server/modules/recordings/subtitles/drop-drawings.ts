const commands = new Set(['m', 'n', 'l', 'b', 's', 'p', 'c']);
const number = /^-?\d+(\.\d+)?$/;

/**
 * The words of a subtitle without the drawings of ASS, which stand among them as text: «m 0 0 l 100 0 100 50». A drawing
 * begins with a move to a point and goes on with letters of commands and numbers.
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

/** Where a drawing ends that begins at this word; the same place where none does. */
function endOfDrawing(words: readonly string[], at: number): number {
  const isMove = words[at] === 'm' && number.test(words[at + 1] ?? '') && number.test(words[at + 2] ?? '');
  if (!isMove) return at;
  let end = at + 3;
  while (end < words.length && (commands.has(words[end] ?? '') || number.test(words[end] ?? ''))) end += 1;
  return end;
}
