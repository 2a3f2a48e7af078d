import type { PeriodStatistics } from '#contract/statistics/statistics.ts';
import { plural } from '#contract/text/plurals.ts';
import { personName } from '#src/data/person/index.ts';
import { formatNumber } from '#src/format/index.ts';
import { type Sheet, shareOf } from '../export/sheet.ts';
import type { FigureAddress } from '../figure-address.ts';
import type { Bar } from './bars.tsx';

/** Ranges of a number of days; `last` is inclusive. */
const spans = [
  { name: 'В тот же день', last: 0 },
  { name: '1–2 дня', last: 2 },
  { name: '3–5 дней', last: 5 },
  { name: '6–10 дней', last: 10 },
  { name: 'Больше 10 дней', last: Number.POSITIVE_INFINITY },
] as const;

interface Span {
  name: string;
  protocols: number;
  /** Inclusive bounds in days; `most` is undefined for the open range. */
  least: number;
  most: number | undefined;
}

/** Returns the number of protocols in each range of days. */
export function finalSpans(days: PeriodStatistics['final_days']): Span[] {
  return spans.map(({ name, last }, place) => {
    const before = spans[place - 1]?.last ?? -1;
    const within = days.filter((row) => row.days > before && row.days <= last);
    const protocols = within.reduce((sum, row) => sum + row.protocols, 0);
    return { name, protocols, least: before + 1, most: Number.isFinite(last) ? last : undefined };
  });
}

/** Returns the ranges, followed by the protocols whose meeting has no date. */
export function finalsSheet(
  { final_days, undated_protocols }: PeriodStatistics,
  addressOf: FigureAddress = () => undefined,
): Sheet {
  const found = finalSpans(final_days);
  const total = found.reduce((sum, { protocols }) => sum + protocols, 0);
  return {
    title: 'От встречи до итогового протокола',
    heads: ['Срок', 'Протоколов', 'Доля, %'],
    rows: [
      ...found.map(({ name, protocols }) => [name, protocols, shareOf(protocols, total)] as const),
      ...(undated_protocols > 0 ? [['Без даты встречи', undated_protocols, null] as const] : []),
    ],
    links: [...found.map(({ least, most }) => ({ least, most })), { undated: true }].map((scope) => {
      const to = addressOf('final_protocols', scope);
      return [undefined, to, to];
    }),
  };
}

export function finalsBars({ final_days }: PeriodStatistics): Bar[] {
  return finalSpans(final_days).map(({ name, protocols }) => ({
    key: name,
    name,
    value: protocols,
    text: formatNumber(protocols),
  }));
}

/** Returns the median days of each secretary, the slowest first; secretaries without a final protocol are left out. */
export function mediansSheet({ by_secretary }: PeriodStatistics, addressOf: FigureAddress = () => undefined): Sheet {
  const found = by_secretary
    .filter(({ final_protocols }) => final_protocols > 0)
    .sort((a, b) => (b.median_days ?? -1) - (a.median_days ?? -1));
  return {
    title: 'Срок по секретарям',
    heads: ['Секретарь', 'Итоговых протоколов', 'Дней, медиана'],
    rows: found.map((row) => [personName(row), row.final_protocols, row.median_days ?? null]),
    links: found.map(({ id }) => {
      const to = addressOf('final_protocols', { secretary: id });
      return [undefined, to, to];
    }),
  };
}

/** Returns «1 день», «2,5 дня»; fractions take the genitive singular. */
export function daysWords(days: number): string {
  return `${formatNumber(days)}\u00A0${Number.isInteger(days) ? plural(days, 'день', 'дня', 'дней') : 'дня'}`;
}
