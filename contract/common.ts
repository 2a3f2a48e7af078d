import * as z from 'zod/mini';
import { id } from './id.ts';

/** What is wrong with a date: it is not there, or it is none. */
export const wrongDate = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? 'Поле обязательно для заполнения' : 'Неверная дата',
};
// What calendars and databases know; a year with a digit too few is a slip of the hand.
const isSensible = (iso: string) => /^(19|20|21)/.test(iso) && !/[+-](1[5-9]|2\d):\d\d$/.test(iso);

/** An instant, ISO 8601 with an offset, from 1900 to 2199. */
export const instant = z.iso
  .datetime({ offset: true, abort: true, ...wrongDate })
  .check(z.refine(isSensible, wrongDate));

/** A calendar day, YYYY-MM-DD, from 1900 to 2199. */
export const day = z.iso.date({ abort: true, ...wrongDate }).check(z.refine(isSensible, wrongDate));

// The page reads the whole contract at every start: what many fields are is built once.
export const string = z.string();
export const int = z.int();
export const boolean = z.boolean();

/** A schema that is built when something is first read by it: a screen needs few of all that the contract has. */
export const whenUsed = <T extends z.core.$ZodType>(build: () => T) => z.lazy(build);

/** An optional field that a provider may also send as null. */
export const maybe = onceFor(<T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema)));

/** A field that another provider shapes otherwise is read as absent. */
export const absentIfOdd = onceFor(<T extends z.core.$ZodType>(schema: T) => z.catch(maybe(schema), undefined));

/** Text of a form field: trimmed, at most `max` UTF-16 units. */
export const text = onceFor((max: number) => {
  // Worded when it is needed: a number's format is slow to come by.
  const error = () => `Не больше ${max.toLocaleString('ru')} символов`;
  return z.string().check(z.trim(), z.maxLength(max, { error }));
});

/** Text that must be there, to be seen: joiners and marks of direction alone would be an empty row. */
export const requiredText = onceFor((max: number) =>
  text(max).check(
    z.minLength(1, { error: 'Поле обязательно для заполнения', abort: true }),
    z.refine((shown) => /[^\p{Cf}\p{Cc}\s]/u.test(shown), 'Поле обязательно для заполнения'),
  ),
);

export const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Поле обязательно для заполнения', abort: true }),
    z.maxLength(254, 'Неверный формат e-mail'),
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

/** What makes an address good for a while without a token: for what the browser itself fetches. */
export const signedQuery = z.object({
  expires: z.optional(z.string().check(z.maxLength(20))),
  signature: z.optional(z.string().check(z.maxLength(200))),
});

/** The first page that the app shows and keeps (spec.md §9). */
export const defaultPaging = { limit: 15, page: 1 } as const;

/** The same function, which makes one thing for each argument and gives that again. */
function onceFor<F extends (argument: never) => unknown>(make: F): F {
  const made = new Map<unknown, unknown>();
  const once = (argument: never) => {
    const known = made.get(argument) ?? make(argument);
    made.set(argument, known);
    return known;
  };
  return once as F;
}
