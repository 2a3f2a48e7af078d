/**
 * Returns the text in NFC. Of the combining marks on one letter only the first eight are kept: no script has more, and
 * ordering them takes time quadratic in their number.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{8})\p{M}+/gu, '$1').normalize('NFC');
}
