import * as z from 'zod/mini';

/** Position of a page in its list; `last_page` and `total` are unknown if the provider sends no paging. */
export interface PageMeta {
  current_page: number;
  per_page: number;
  last_page?: number;
  total?: number;
  has_next: boolean;
}

export interface Page<T> {
  rows: T[];
  meta: PageMeta;
}

/** Paging as our own server sends it. */
export const pageMeta = z.object({ current_page: z.int(), per_page: z.int(), last_page: z.int(), total: z.int() });

/** Body of every error response of our server. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

const count = z.pipe(z.union([z.int(), z.string().check(z.regex(/^\d+$/))]), z.transform(Number));
const looseMeta = z.object({
  current_page: z.catch(z.optional(count), undefined),
  per_page: z.catch(z.optional(count), undefined),
  last_page: z.catch(z.optional(count), undefined),
  total: z.catch(z.optional(count), undefined),
});

/** Reads one object, from `{data: …}` or bare. Throws the schema's error. */
export function readItem<T extends z.core.$ZodType>(schema: T, body: unknown): z.output<T> {
  const inner = isRecord(body) && isRecord(body.data) ? body.data : body;
  return z.parse(schema, inner);
}

/** Reads a list, from `{data: […]}`, `{data: {data: […]}}` or bare; a row that does not parse is left out. */
export function readList<T extends z.core.$ZodType>(schema: T, body: unknown): z.output<T>[] {
  const rows = findRows(body);
  return rows.flatMap((row) => {
    const parsed = z.safeParse(schema, row);
    return parsed.success ? [parsed.data] : [];
  });
}

/**
 * Reads a page of a list with its paging: in `meta`, at the top level or beside the inner rows. If paging is absent, a
 * full page means that there is a next one.
 */
export function readPage<T extends z.core.$ZodType>(
  schema: T,
  body: unknown,
  asked: { limit: number; page: number },
): Page<z.output<T>> {
  const received = findRows(body).length;
  const rows = readList(schema, body);
  const meta = findMeta(body);
  const per_page = meta.per_page || asked.limit;
  const current_page = meta.current_page || asked.page;
  const last_page =
    meta.last_page ?? (meta.total === undefined ? undefined : Math.max(1, Math.ceil(meta.total / per_page)));
  const has_next = last_page === undefined ? received >= per_page : current_page < last_page;
  return { rows, meta: { current_page, per_page, last_page, total: meta.total, has_next } };
}

/** Returns the message of an error response, from `message` or `data.message`; undefined if there is none. */
export function readMessage(body: unknown): string | undefined {
  if (!isRecord(body)) return undefined;
  const messages = [body.message, isRecord(body.data) ? body.data.message : undefined];
  return messages.find((message): message is string => typeof message === 'string' && message.trim() !== '');
}

/** Returns the field errors of an error response: field → its first message. */
export function readFieldErrors(body: unknown): Record<string, string> {
  const errors = isRecord(body) ? (body.errors ?? (isRecord(body.data) ? body.data.errors : undefined)) : undefined;
  if (!isRecord(errors)) return {};
  const first = Object.entries(errors).map(([field, messages]) => [
    field,
    Array.isArray(messages) ? messages[0] : messages,
  ]);
  return Object.fromEntries(first.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function findRows(body: unknown): unknown[] {
  const candidates = [
    body,
    isRecord(body) ? body.data : undefined,
    isRecord(body) && isRecord(body.data) ? body.data.data : undefined,
  ];
  const rows = candidates.find(Array.isArray);
  if (!rows) throw new Error('Response data is not an array');
  return rows;
}

function findMeta(body: unknown): z.output<typeof looseMeta> {
  if (!isRecord(body)) return z.parse(looseMeta, {});
  const inner = isRecord(body.data) ? body.data : {};
  const places = [body.meta, inner.meta, body, inner].filter(isRecord);
  return z.parse(
    looseMeta,
    places.find((place) => 'current_page' in place || 'last_page' in place || 'total' in place) ?? {},
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
