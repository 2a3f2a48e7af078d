import { surnameInCase } from '#contract/person-case.ts';
import { surnameFirst } from './person-name.ts';
import { noBreak, tidy } from './russian-text.ts';

/** Returns the name in the dative, «Иванову С. П.»; undefined if it cannot be declined with certainty. */
export function dativeOf(name: string | null | undefined): string | undefined {
  const entered = tidy(name);
  const [surname = '', ...rest] = surnameFirst(entered).split(noBreak);
  if (rest.length === 0) return undefined;
  const declined = surnameInCase(entered, surname, 'dative');
  return declined && [declined, ...rest].join(noBreak);
}
