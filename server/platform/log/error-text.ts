/** An error as it may be logged. */
export type SafeError = { type: string; message: string; stack: string; code?: string; cause?: SafeError };

/**
 * Returns the part of an error that may be logged. The values of a failed query are left out: they may be personal
 * data, digests or links. Drizzle puts them into the message, PostgreSQL into `detail` and `where`.
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: framesOf(error),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: safeError(error.cause) }),
  };
}

/** The same as text, for a console. */
export function errorText(error: unknown): string {
  return textOf(safeError(error));
}

function textOf({ type, message, code, stack, cause }: SafeError): string {
  const head = `${type}: ${message}${code === undefined ? '' : ` (${code})`}`;
  return [head, stack, cause && `Caused by ${textOf(cause)}`].filter(Boolean).join('\n');
}

function withoutValues(message: string): string {
  return message.replace(/\nparams: [\s\S]*/, '');
}

/** Returns the lines of the stack without the message, which the stack repeats before them. */
function framesOf({ stack = '', message }: Error): string {
  const at = stack.indexOf(message);
  const places = at === -1 ? stack : stack.slice(at + message.length);
  return places
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
