import { composed } from './composed.ts';

/** Returns a key that is equal for texts that differ only in case, in ё and е, or in the composition of letters. */
export function comparisonKey(text: string): string {
  return composed(text).toLowerCase().replaceAll('ё', 'е');
}
