import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/error-codes.ts';
import { databaseProblem } from '#server/platform/db/index.ts';
import { Problem } from '#server/platform/problem/index.ts';
import { requestIdHeader, withRequestId } from './request-id.ts';

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

/** Turns any thrown value into the problem to answer with; messages are kept only below 500. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const known = databaseProblem(error);
  if (known) return known;
  const status = (error as Partial<FastifyError> | null)?.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    const [code, message] = byStatus[status] ?? ['bad_request', 'Запрос не принят'];
    return new Problem(code, message, undefined, { cause: error, status });
  }
  return new Problem('internal', 'Ошибка на сервере. Данные не потеряны, попробуйте ещё раз', undefined, {
    cause: error,
  });
}

/** Answers a request with an error; every error of the server goes through here. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message);
  if (problem.status === 503) void reply.header('retry-after', problem.retryAfter ?? 5);
  else if (problem.retryAfter !== undefined) void reply.header('retry-after', problem.retryAfter);
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
  const { code, errors, data } = problem;
  const message = problem.status === 500 ? withRequestId(problem.message, request.id) : problem.message;
  return reply
    .code(problem.status)
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
