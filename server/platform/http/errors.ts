import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/error-codes.ts';
import { databaseProblem } from './database-problem.ts';
import { requestIdHeader, withRequestId } from './request-id.ts';

/** Field → its messages. */
export type FieldErrors = Record<string, string[]>;

/**
 * The error that a caller gets: an HTTP status, a stable code and a message in Russian. `data` is the current state
 * that a conflict shows; `retryAfter` is in seconds.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    errors?: FieldErrors,
    more: { data?: unknown; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.data = more.data;
    this.retryAfter = more.retryAfter;
  }
}

/** A 404, also for an object of another owner: nobody learns that it exists. */
export function notFound(message = 'Не найдено'): ApiError {
  return new ApiError(404, 'not_found', message);
}

/** A 422 about one field. */
export function invalidField(field: string, message: string): ApiError {
  return new ApiError(422, 'validation_failed', message, { [field]: [message] });
}

const byStatus: Record<number, [ErrorCode, string]> = {
  400: ['bad_request', 'Запрос составлен неверно'],
  401: ['unauthorized', 'Войдите, чтобы продолжить'],
  403: ['forbidden', 'Недостаточно прав'],
  404: ['not_found', 'Такого адреса нет'],
  405: ['method_not_allowed', 'Этот адрес не принимает таких запросов'],
  413: ['payload_too_large', 'Слишком большой запрос'],
  414: ['bad_request', 'Слишком длинный адрес'],
  415: ['unsupported_media_type', 'Такой вид данных не принимается'],
  422: ['validation_failed', 'Проверьте введённые данные'],
  429: ['rate_limited', 'Слишком много запросов. Подождите и попробуйте ещё раз'],
  431: ['payload_too_large', 'Слишком большие заголовки запроса'],
};

/** Turns any thrown value into the error of the reply; messages are kept only below 500. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const problem = databaseProblem(error);
  if (problem) return new ApiError(problem.status, problem.code, problem.message, undefined, { cause: error });
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const [code, message] = byStatus[status] ?? ['bad_request', 'Запрос не принят'];
    return new ApiError(status, code, message, undefined, { cause: error });
  }
  return new ApiError(500, 'internal', 'Ошибка на сервере. Данные не потеряны, попробуйте ещё раз', undefined, {
    cause: error,
  });
}

/** Answers a request with an error; every error of the server goes through here. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const apiError = toApiError(error);
  if (apiError.status >= 500) request.log.error({ err: apiError.cause ?? apiError }, apiError.message);
  if (apiError.status === 503) void reply.header('retry-after', apiError.retryAfter ?? 5);
  else if (apiError.retryAfter !== undefined) void reply.header('retry-after', apiError.retryAfter);
  if (apiError.status === 401) void reply.header('www-authenticate', 'Bearer');
  const { code, errors, data } = apiError;
  const message = apiError.status === 500 ? withRequestId(apiError.message, request.id) : apiError.message;
  return reply
    .code(apiError.status)
    .header(requestIdHeader, request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message, code, ...(errors && { errors }), ...(data !== undefined && { data }) });
}

/** Registers the error handler. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}
