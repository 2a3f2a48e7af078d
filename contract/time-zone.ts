import * as z from 'zod/mini';

/**
 * A time zone name of the IANA database, such as `Europe/Moscow`; an offset is not allowed, since clocks may change.
 */
export const timeZone = z
  .string()
  .check(z.maxLength(100), z.refine(isTimeZone, { error: 'Такого часового пояса нет' }));

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('ru', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
