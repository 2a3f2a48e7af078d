/**
 * Letters composed of several signs as one (NFC). Of many marks on one letter the first eight stay: no script has more, and
 * putting them in order takes time by the square of their number.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{8})\p{M}+/gu, '$1').normalize('NFC');
}
