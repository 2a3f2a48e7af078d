const rules = new Intl.PluralRules('ru');

/** «1 протокол», «2 протокола», «5 протоколов»: the number with the word in the form that it asks for. */
export function counted(count: number, one: string, few: string, many: string): string {
  return `${formatNumber(count)}\u00A0${plural(count, one, few, many)}`;
}

/** The form of a word that the number asks for. */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count);
  return form === 'one' ? one : form === 'many' ? many : few;
}

const numbers = new Intl.NumberFormat('ru', { maximumFractionDigits: 1 });

export function formatNumber(value: number): string {
  return numbers.format(value);
}
