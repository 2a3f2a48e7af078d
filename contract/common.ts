import * as z from 'zod/mini';
import { id } from './id.ts';

/** An instant, ISO 8601 with an offset. */
export const instant = z.iso.datetime({ offset: true, error: 'Неверная дата' });

/** A calendar day, YYYY-MM-DD. */
export const day = z.iso.date('Неверная дата');

/** An optional field that a provider may also send as null. */
export function maybe<T extends z.core.$ZodType>(schema: T) {
  return z.optional(z.nullable(schema));
}

/** Text of a form field: trimmed, at most `max` UTF-16 units. */
export function text(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, `Не больше ${max.toLocaleString('ru')} символов`));
}

/** Text that must be there. */
export function requiredText(max: number) {
  return text(max).check(z.minLength(1, 'Поле обязательно для заполнения'));
}

export const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Поле обязательно для заполнения', abort: true }),
    z.maxLength(254),
    z.email('Неверный формат e-mail'),
  );

/** A whole number in a query string. */
export function queryNumber(from: number, to: number) {
  return z.pipe(
    z.transform((value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
    z.int().check(z.gte(from), z.lte(to)),
  );
}

/** `limit` and `page` (from 1) of a list. */
export const paging = z.object({ limit: z.optional(queryNumber(1, 100)), page: z.optional(queryNumber(1, 1_000_000)) });

export const search = z.optional(z.string().check(z.maxLength(200)));

export const idParams = z.object({ id });

/** The first page that the app shows and keeps (spec.md §9). */
export const defaultPaging = { limit: 15, page: 1 } as const;
