import { stemmer } from '@orama/stemmers/russian';
import { composed } from './composed.ts';

/**
 * Equal for texts that are the same words in other Russian forms: their Snowball stems, in lower case, ё as е. What is
 * more than letters («C++», «№ 5») counts sign by sign.
 */
export function formsKey(text: string): string {
  const words = composed(text).toLowerCase().replaceAll('ё', 'е').trim().split(/\s+/);
  return words.map((word) => (/^\p{L}+$/u.test(word) ? stemmer(word) : word)).join(' ');
}
