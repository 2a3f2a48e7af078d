import * as z from 'zod/mini';
import { id } from './id.ts';

/** The error of a date field: the date is missing or invalid. */
export const wrongDate = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? 'Поле обязательно для заполнения' : 'Неверная дата',
};
// The range that calendars and databases support; a year with a missing digit is a typing error.
const isSensible = (iso: string) => /^(19|20|21)/.test(iso) && !/[+-](1[5-9]|2\d):\d\d$/.test(iso);

/** An instant, ISO 8601 with an offset, from 1900 to 2199. */
export const instant = z.iso
  .datetime({ offset: true, abort: true, ...wrongDate })
  .check(z.refine(isSensible, wrongDate));

/** A calendar day, YYYY-MM-DD, from 1900 to 2199. */
export const day = z.iso.date({ abort: true, ...wrongDate }).check(z.refine(isSensible, wrongDate));

const localTime = /^(\d{4}-\d\d-\d\d)[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/;

/**
 * Schema of a day of a filter. A time without an offset is one of the organization, so that its day alone counts; a space
 * may stand in place of `T`.
 */
export const askedDay = <T extends z.core.$ZodType<string, string>>(schema: T) =>
  z.pipe(
    z.string(wrongDate).check(z.overwrite((asked) => asked.replace(localTime, '$1').replace(/^(\S{10}) /, '$1T'))),
    schema,
  );

// The page loads the whole contract at every start, so schemas shared by many fields are built once.
export const string = z.string();
export const int = z.int();
export const boolean = z.boolean();

/** A schema that is built on first use: a screen needs only a small part of the contract. */
export const whenUsed = <T extends z.core.$ZodType>(build: () => T) => z.lazy(build);

/** An optional field that a provider may also send as null. */
export const maybe = onceFor(<T extends z.core.$ZodType>(schema: T) => z.optional(z.nullable(schema)));

/** A field that is read as absent if another provider sends it in a different shape. */
export const absentIfOdd = onceFor(<T extends z.core.$ZodType>(schema: T) => z.catch(maybe(schema), undefined));

/** Text of a form field: trimmed, at most `max` UTF-16 units. */
export const text = onceFor((max: number) => {
  // Built only on an error: formatting a number is slow.
  const error = () => `Не больше ${max.toLocaleString('ru')} символов`;
  return z.string().check(z.trim(), z.maxLength(max, { error }));
});

/** Required text with a visible character: joiners and direction marks alone would look like an empty row. */
export const requiredText = onceFor((max: number) =>
  text(max).check(
    z.minLength(1, { error: 'Поле обязательно для заполнения', abort: true }),
    z.refine((shown) => /[^\p{Cf}\p{Cc}\s]/u.test(shown), 'Поле обязательно для заполнения'),
  ),
);

// A host of the browser's rule for e-mails (HTML): labels of at most 63 letters, digits and inner hyphens.
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const emailPattern = new RegExp(`^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${label}(?:\\.${label})*$`);

/** Whether a text is an e-mail by the browser's own rule; its domain may be in any script. */
export function isEmail(typed: string): boolean {
  const key = emailKey(typed);
  return key.length <= 254 && emailPattern.test(key);
}

/** The form of an e-mail that is compared and stored: in lower case, «почта.рф» as «xn--80a1acny.xn--p1ai». */
export function emailKey(typed: string): string {
  const email = typed.trim().toLowerCase();
  const [, name, domain = ''] = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  if (!/[^ -~]/.test(domain)) return email;
  try {
    return name + new URL(`http://${domain}`).hostname;
  } catch {
    return email;
  }
}

export const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Поле обязательно для заполнения', abort: true }),
    z.refine(isEmail, 'Неверный формат e-mail'),
  );

/** Schema of a whole number in a query string. */
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

/** Signature that makes an address valid for a while without a token, for files that the browser itself fetches. */
export const signedQuery = z.object({
  expires: z.optional(z.string().check(z.maxLength(20))),
  signature: z.optional(z.string().check(z.maxLength(200))),
  session: z.optional(z.string().check(z.maxLength(100))),
  session_signature: z.optional(z.string().check(z.maxLength(200))),
});

/** Paging of the first page, which the app shows and caches (spec.md §9). */
export const defaultPaging = { limit: 15, page: 1 } as const;

/** Memoises a function of one argument. */
function onceFor<F extends (argument: never) => unknown>(make: F): F {
  const made = new Map<unknown, unknown>();
  const once = (argument: never) => {
    const known = made.get(argument) ?? make(argument);
    made.set(argument, known);
    return known;
  };
  return once as F;
}
