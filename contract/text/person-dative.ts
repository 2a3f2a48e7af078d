import { surnameInCase } from '#contract/text/person-case.ts';
import { surnameFirst } from './person-name.ts';
import { noBreak, tidy } from './russian-text.ts';

/**
 * Returns the names in the dative, «Иванову С. П., Киму Д. А.»; undefined if one of them cannot be declined with
 * certainty.
 */
export function dativesOf(names: readonly string[]): string | undefined {
  const declined = names.map(dativeOf);
  return declined.length > 0 && !declined.includes(undefined) ? declined.join(', ') : undefined;
}

/** Returns the name in the dative, «Иванову С. П.»; undefined if it cannot be declined with certainty. */
export function dativeOf(name: string | null | undefined): string | undefined {
  const entered = tidy(name);
  const [surname = '', ...rest] = surnameFirst(entered).split(noBreak);
  // «Де Голль» has words of which not all are declined.
  if (rest.length === 0 || surname.includes(' ')) return undefined;
  const declined = surnameInCase(entered, surname, 'dative');
  return declined && [declined, ...rest].join(noBreak);
}
