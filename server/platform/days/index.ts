// Days and periods that a request names, in the organization's time zone.

export { askedDays, type DayRange, dayRangeOf, endOfDay, namedDay, type OfficeTime, officeDay } from './day-range.ts';
