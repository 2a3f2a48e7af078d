import { stemmer } from '@orama/stemmers/russian';

/**
 * Equal for texts that are the same words in other Russian forms: their Snowball stems, in lower case, ё as е. What is
 * more than letters («C++», «№ 5») counts sign by sign.
 */
export function formsKey(text: string): string {
  const words = text.normalize('NFC').toLowerCase().replaceAll('ё', 'е').trim().split(/\s+/);
  return words.map((word) => (/^\p{L}+$/u.test(word) ? stemmer(word) : word)).join(' ');
}
