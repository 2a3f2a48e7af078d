import { ApiError, NetworkError } from '#src/sync/index.ts';

/** Shown where nothing reached the server. */
export const noConnection = 'Нет подключения. Проверьте сеть и повторите.';

/** What is shown at a form: the server's own message, else the text that the specification names. */
export function failureMessage(error: unknown, otherwise: string): string {
  return (error instanceof ApiError ? error.serverMessage : undefined) ?? otherwise;
}

export function isNetworkError(error: unknown): boolean {
  return error instanceof NetworkError;
}

/** What the server said of single fields, as far as the form has them. */
export function fieldFailures<Field extends string>(error: unknown, fields: readonly Field[]): [Field, string][] {
  if (!(error instanceof ApiError)) return [];
  return fields.flatMap((field) => {
    const message = error.fields[field];
    return message === undefined ? [] : [[field, message]];
  });
}
