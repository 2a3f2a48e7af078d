import { stemmer } from '@orama/stemmers/russian';
import { comparisonKey } from './comparison-key.ts';

/**
 * Returns a key that is equal for texts of the same words in other Russian forms: their Snowball stems, in lower case,
 * ё as е. A word with other characters than letters («C++», «№ 5») must match exactly.
 */
export function formsKey(text: string): string {
  const words = comparisonKey(text).trim().split(/\s+/);
  return words.map((word) => (/^\p{L}+$/u.test(word) ? stemmer(word) : word)).join(' ');
}
