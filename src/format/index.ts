// Russian as text: counts with their nouns, dates, sizes, names, tables for a spreadsheet. Pure: no noun of the product, no page.

// A table as a spreadsheet opens it.
export { type CsvCell, csvOf } from './csv.ts';
// Dates and times on the person's own calendar, in words and as the values of fields.
// Days from a first to a last one: a week, a month, what is asked for of them.
export {
  askedDays,
  type DayRange,
  daysOf,
  formatAbout,
  formatClock,
  formatDay,
  formatDayInWeek,
  formatDuration,
  formatFullMoment,
  formatMoment,
  formatMonth,
  formatShortWeekday,
  formatSpan,
  formatTimecode,
  formatTimeLeft,
  formatWeekday,
  formatWeekdayNumber,
  formatWhen,
  monthOf,
  plusDays,
  rangeWords,
  readDate,
  readDayValue,
  startOfDay,
  toDayValue,
  weekOf,
} from './dates.ts';
// People's names: «Иванов С. П.», «ИС».
export { initials, shortName } from './names.ts';
// «3 встречи», «1 200».
export { counted, formatNumber } from './plurals.ts';
// «повтор через 20 секунд».
// «12 МБ», «1,5 МБ/с», «40 %».
export { formatBytes, formatPart, formatPercent, formatSpeed, retryWords } from './sizes.ts';
// People's own words inside ours: cut to what a list bears, in their own direction.
export { isolated, listedName, shownFileName, stageNumber } from './text.ts';
