import { plural } from '#contract/text/plurals.ts';

/** «1 протокол», «2 протокола», «5 протоколов»: the number with the matching form of the noun. */
export function counted(count: number, one: string, few: string, many: string): string {
  return `${formatNumber(count)}\u00A0${plural(count, one, few, many)}`;
}

let numbers: Intl.NumberFormat | undefined;

/** Formats with a decimal comma and grouped thousands. Small integers avoid `Intl`, which costs a slow device 30 ms. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  numbers ??= new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });
  return numbers.format(value);
}
