// Russian text: counts with their nouns, dates, sizes, names, spreadsheet tables. Pure functions, without terms of the
// product.

// Tables for a spreadsheet.
export { type CsvCell, csvOf } from './csv.ts';
// Dates and times in local time, in words and as values of fields.
// Ranges of days: a week, a month, the days to request for them.
export {
  type DayRange,
  daysOf,
  deviceZone,
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
  paddedDays,
  plusDays,
  rangeWords,
  readDate,
  readDayValue,
  startOfDay,
  toDayValue,
  weekdayName,
  weekOf,
} from './dates.ts';
// People's names: «Иванов С. П.», «ИС».
export { initials, shortName } from './names.ts';
// «3 встречи», «1 200».
export { counted, formatNumber } from './plurals.ts';
// «повтор через 20 секунд».
// «12 МБ», «1,5 МБ/с», «40 %».
export { formatBytes, formatPart, formatPercent, formatSpeed, retryWords } from './sizes.ts';
// Texts written by people inside the app's own: shortened for a list, isolated in their direction.
export { isolated, listedName, shownFileName, stageNumber } from './text.ts';
