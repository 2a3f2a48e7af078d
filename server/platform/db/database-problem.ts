import type { ErrorCode } from '#contract/error-codes.ts';
import { Problem } from '#server/platform/problem/index.ts';

type Answer = [ErrorCode, message: string];

const notNow = (why: string): Answer => ['unavailable', `${why}. Данные не потеряны, попробуйте ещё раз`];

const unavailable = notNow('База данных недоступна');
const readOnly = notNow('База данных пока принимает только чтение');
const tooLong = notNow('База данных перегружена и не успела ответить');
const noStorage = notNow('Хранилище файлов недоступно');

// SQLSTATE, or its class, in the order they are tried; https://www.postgresql.org/docs/current/errcodes-appendix.html
const answers: [RegExp, Answer][] = [
  [/^23505$/, ['conflict', 'Такая запись уже есть']],
  [/^23503$/, ['validation_failed', 'Связанная запись не найдена']],
  [/^(22...|23...)$/, ['validation_failed', 'Проверьте введённые данные']],
  [/^54...$/, ['validation_failed', 'Слишком много текста в одной записи: сократите его']],
  [/^53100$/, ['storage_full', 'На сервере закончилось место']],
  [/^STORAGE_AWAY$/, noStorage],
  [/^25006$/, readOnly],
  [/^57014$/, tooLong],
  [/^(08...|53...|57P..|25P03|40001|40P01)$/, unavailable],
  [/^ENOSPC$/, ['storage_full', 'На сервере закончилось место']],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/, unavailable],
];

/** Yields an error and its causes, up to five levels. */
function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) yield cause;
}

/** Returns the problem behind an error of the database or the disk; undefined for any other error. */
export function databaseProblem(error: unknown): Problem | undefined {
  const answer = answerTo(error);
  return answer && new Problem(...answer, undefined, { cause: error });
}

function answerTo(error: unknown): Answer | undefined {
  for (const cause of causesOf(error)) {
    const code = 'code' in cause ? String(cause.code) : '';
    const found = answers.find(([pattern]) => pattern.test(code));
    if (found) return found[1];
    if (
      /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/.test(
        cause.message,
      )
    )
      return unavailable;
  }
  return undefined;
}

/** Whether a write failed because this unique index already has these values. */
export function violates(error: unknown, index: string): boolean {
  for (const cause of causesOf(error)) {
    if ('code' in cause && cause.code === '23505' && 'constraint' in cause && cause.constraint === index) return true;
  }
  return false;
}

/** Whether PostgreSQL ended a transaction because it and another waited for each other: it may be run again. */
export function isDeadlock(error: unknown): boolean {
  for (const cause of causesOf(error)) if ('code' in cause && cause.code === '40P01') return true;
  return false;
}
