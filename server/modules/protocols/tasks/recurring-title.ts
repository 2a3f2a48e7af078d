import { searchKeyOf } from '#server/platform/db/index.ts';

const months = /^(январ|феврал|март|апрел|ма[яй]$|июн|июл|август|сентябр|октябр|ноябр|декабр)/;

/**
 * Returns what the titles of a recurring meeting have in common: their words without numbers and dates, so
 * that «Планёрка 3 марта» and «Планёрка № 12» are one series. '' for a title of dates alone.
 */
export function recurringTitle(title: string): string {
  return searchKeyOf(title)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && word !== 'г' && word !== 'года' && word !== 'от' && !months.test(word))
    .join(' ');
}
