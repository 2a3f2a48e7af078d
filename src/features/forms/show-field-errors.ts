import { ApiError } from '#src/sync/index.ts';

/**
 * Shows the server's field errors at the fields of a form and focuses the first; returns false where there are none. An
 * error inside a field, «agenda.0.title», is shown at that field. `serverNames` maps form fields to their names in the
 * API where these differ.
 */
export function showFieldErrors<Field extends string>(
  error: unknown,
  fields: readonly Field[],
  setError: (field: Field, error: { message: string }, options: { shouldFocus: boolean }) => void,
  serverNames: Partial<Record<Field, string>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const shown = fields.flatMap((field) => {
    const own = serverNames[field] ?? field;
    const name = own in error.fields ? own : Object.keys(error.fields).find((each) => each.startsWith(`${own}.`));
    const message = name && error.fields[name];
    return message ? [{ field, message }] : [];
  });
  for (const [index, { field, message }] of shown.entries()) setError(field, { message }, { shouldFocus: index === 0 });
  return shown.length > 0;
}
