const wordStart = /[\p{L}\p{N}]/u;
const wordEnd = /[\p{L}\p{N}.!?…%)»]/u;
const beforeOpening = /[\s([«/–—-]/u;
const afterClosing = /[\s()\]/–—,.;:!?»-]/u;

/**
 * Returns the line with «ёлочки» for straight quotes around words, nested ones too. Others stay: 5" is a size. Of two
 * closing quotes that meet, many write one, so a quote may stay open around another: ООО «Торговый дом «Ромашка».
 */
export function withAngleQuotes(line: string): string {
  if (!line.includes('"')) return line;
  const letters = line.split('');
  const open: number[] = [];
  let lastOpened = -1;
  for (const { 0: quotes, index } of line.matchAll(/"+/g)) {
    const end = index + quotes.length;
    const [before, after] = [line[index - 1] ?? ' ', line[end] ?? ' '];
    const isOpening = beforeOpening.test(before) && wordStart.test(after);
    if (!isOpening && !(wordEnd.test(before) && afterClosing.test(after))) continue;
    for (let at = index; at < end; at += 1) {
      if (isOpening) open.push(at);
      else {
        const from = open.pop();
        if (from === undefined) break;
        letters[from] = '«';
        letters[at] = '»';
        lastOpened = Math.max(lastOpened, from);
      }
    }
  }
  for (const at of open) if (at < lastOpened) letters[at] = '«';
  return letters.join('');
}
