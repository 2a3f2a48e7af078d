import * as z from 'zod/mini';
import type { Call, Reply } from '#contract/call.ts';
import { type Page, readFieldErrors, readItem, readList, readMessage, readPage } from '#contract/envelope.ts';
import { readingReplies } from '#contract/id.ts';
import { headOf, isPortal } from './answer-head.ts';
import { ApiError, NetworkError, ReplyError } from './api-errors.ts';
import type { LooseInput } from './request.ts';

interface FileReply {
  blob: Blob;
  /** The file's name from the server, in Russian; undefined where it gives none. */
  name: string | undefined;
}

/** The parsed answer of a call. */
export type CallReply<R extends Reply> = R extends { kind: 'item' | 'raw'; of: infer S extends z.core.$ZodType }
  ? z.output<S>
  : R extends { kind: 'page'; of: infer S extends z.core.$ZodType }
    ? Page<z.output<S>>
    : R extends { kind: 'list'; of: infer S extends z.core.$ZodType }
      ? z.output<S>[]
      : R extends { kind: 'file' }
        ? FileReply
        : R extends { kind: 'stream' }
          ? Response
          : undefined;

/**
 * Reads a successful answer tolerantly. Throws NetworkError for a portal's page and for what broke off, ReplyError for an
 * unknown shape.
 * @param isOurs whether it is our server, which answers in JSON: anything else comes from a filter on the way
 */
export async function readReply(
  call: Call,
  input: LooseInput,
  response: Response,
  isOurs: () => Promise<boolean>,
): Promise<unknown> {
  const { reply } = call;
  if (isPortal(headOf(response))) throw new NetworkError('a page came in place of the answer');
  if (reply.kind === 'stream') return response;
  if (reply.kind === 'none') return undefined;
  if (reply.kind === 'file') return { blob: await response.blob(), name: fileName(response) };
  if (response.status === 204) throw new ReplyError(`${call.path}: empty`);
  const text = await response.text().catch((cause: unknown) => {
    throw new NetworkError('the answer broke off', { cause });
  });
  const body = parseJson(text);
  if (body === undefined && (await isOurs())) throw new NetworkError('something else answered');
  return readBody(call, input, body);
}

/** Reads the body of a successful answer. Throws ReplyError for an unknown shape. */
export function readBody(call: Call, input: LooseInput, body: unknown): unknown {
  const { reply } = call;
  try {
    return readingReplies(() => {
      if (reply.kind === 'page') return readPage(reply.of, body, askedPage(input));
      if (reply.kind === 'list') return readList(reply.of, body);
      if (reply.kind === 'raw') return z.parse(reply.of, body);
      if (reply.kind === 'item') return readItem(reply.of, body);
      return undefined;
    });
  } catch (cause) {
    throw new ReplyError(
      cause instanceof z.core.$ZodError
        ? `${call.path}: unknown shape`
        : cause instanceof Error
          ? cause.message
          : 'unreadable',
      { cause },
    );
  }
}

/** Returns the error for an answer whose status is not 2xx. */
export async function readError(response: Response): Promise<ApiError | NetworkError> {
  if (isPortal(headOf(response))) return new NetworkError('a page came in place of the answer');
  const body: unknown = await response.json().catch(() => undefined);
  const code = typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : '';
  const serverMessage = readMessage(body);
  const seconds = Number(response.headers.get('Retry-After'));
  return new ApiError({
    status: response.status,
    code,
    message: serverMessage ?? defaultMessage(response.status),
    serverMessage,
    fields: readFieldErrors(body),
    ...(seconds > 0 ? { retryAfter: seconds } : {}),
  });
}

function defaultMessage(status: number): string {
  if (status === 403) return 'Недостаточно прав';
  if (status === 404) return 'Не найдено';
  if (status === 429) return 'Слишком много попыток. Подождите немного.';
  if (status >= 500) return 'Сервер временно недоступен. Повторите чуть позже.';
  return 'Сервер отклонил запрос';
}

function askedPage({ query }: LooseInput): { limit: number; page: number } {
  return { limit: Number(query?.limit ?? 15), page: Number(query?.page ?? 1) };
}

/** Returns the file's name. RFC 5987 goes first: only `filename*` can carry a Russian name. */
function fileName(response: Response): string | undefined {
  const header = response.headers.get('Content-Disposition') ?? '';
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return undefined;
    }
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(header)?.[1];
}

/** Whether a refusal may be our server's, which says it in JSON: a router or a gateway before it answers in words. */
export function isOwnRefusal(text: string): boolean {
  const body = parseJson(text);
  return typeof body === 'object' && body !== null;
}

/** Parses JSON; returns undefined where it is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
