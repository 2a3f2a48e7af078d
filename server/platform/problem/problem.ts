import { type ErrorCode, statusOfCode } from '#contract/error-codes.ts';

/** Field → its messages. */
export type FieldErrors = Record<string, string[]>;

interface More {
  /** The current state that a conflict shows. */
  data?: unknown;
  /** Seconds until the next try. */
  retryAfter?: number;
  cause?: unknown;
  /** HTTP status where it is not that of the code. */
  status?: number;
}

/** Why a request is not carried out: a stable code and a message in Russian for the person. `platform/http` answers with it. */
export class Problem extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly data: unknown;
  readonly retryAfter: number | undefined;
  readonly status: number;

  constructor(code: ErrorCode, message: string, errors?: FieldErrors, more: More = {}) {
    super(message, { cause: more.cause });
    this.name = 'Problem';
    this.code = code;
    this.errors = errors;
    this.data = more.data;
    this.retryAfter = more.retryAfter;
    this.status = more.status ?? statusOfCode[code];
  }
}

/** Something that does not exist, or belongs to another owner: nobody learns that it exists. */
export function notFound(message = 'Не найдено'): Problem {
  return new Problem('not_found', message);
}

/** One wrong field. */
export function invalidField(field: string, message: string): Problem {
  return new Problem('validation_failed', message, { [field]: [message] });
}
