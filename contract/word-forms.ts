import { stemmer } from '@orama/stemmers/russian';
import { composed } from './composed.ts';

/**
 * Returns a key that is equal for texts of the same words in other Russian forms: their Snowball stems, in lower case,
 * ё as е. A word with other characters than letters («C++», «№ 5») must match exactly.
 */
export function formsKey(text: string): string {
  const words = composed(text).toLowerCase().replaceAll('ё', 'е').trim().split(/\s+/);
  return words.map((word) => (/^\p{L}+$/u.test(word) ? stemmer(word) : word)).join(' ');
}
