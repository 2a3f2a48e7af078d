import type { FastifySchemaCompiler } from 'fastify';
import * as z from 'zod/mini';
import { type FieldErrors, Problem } from '#server/platform/problem/index.ts';

type Issue = z.core.$ZodRawIssue;

/** Messages for problems whose schema has none of its own. */
function explain(issue: Issue): string {
  const missing = issue.input === undefined || issue.input === null;
  if (missing) return 'Поле обязательно для заполнения';
  if (issue.code === 'too_big') return issue.origin === 'string' ? 'Слишком длинный текст' : 'Слишком большое значение';
  if (issue.code === 'too_small')
    return issue.origin === 'string' ? 'Слишком короткий текст' : 'Слишком маленькое значение';
  if (issue.code === 'invalid_value') return 'Недопустимое значение';
  if (issue.code === 'invalid_type') return 'Значение не того вида';
  return 'Неверное значение';
}

/** Maximum number of issues reported: in a long list, each element may be wrong. */
const maxIssues = 100;

/** Parses what came in; a 422 names the wrong fields and what is wrong with it, in Russian. */
export function validate<T extends z.core.$ZodType>(schema: T, input: unknown): z.output<T> {
  const parsed = z.safeParse(schema, storable(input), { error: explain });
  if (parsed.success) return parsed.data;
  const errors: FieldErrors = {};
  for (const issue of parsed.error.issues.slice(0, maxIssues)) {
    const field = issue.path.join('.') || 'body';
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  const first = parsed.error.issues[0]?.message ?? 'Проверьте введённые данные';
  throw new Problem('validation_failed', first, errors);
}

/** Fastify's validator of a route's schemas. */
export const validatorCompiler: FastifySchemaCompiler<z.core.$ZodType> =
  ({ schema }) =>
  (input) => {
    try {
      return { value: validate(schema, input) };
    } catch (error) {
      return { error: error as Error };
    }
  };

/** Removes what PostgreSQL cannot store as text: NUL, and halves of surrogate pairs. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value)?.constructor?.name === 'Buffer')
    return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [storable(key), storable(inner)]));
}
