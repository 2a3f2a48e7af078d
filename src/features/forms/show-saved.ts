import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

/**
 * Shows in a form that keeps dirty values what was saved, which the schema may have trimmed. A field that was changed
 * since `sent` was read from the form stays as it is, unsaved.
 */
export function showSaved<Values extends FieldValues, Output>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'reset' | 'resetField'>,
  sent: Partial<Record<keyof Values, unknown>>,
  saved: Values,
): void {
  const typed = form.getValues();
  for (const field of Object.keys(typed) as Path<Values>[]) {
    // Each is one value, or a list of words.
    if (String(typed[field]) !== String(sent[field])) continue;
    form.resetField(field, { defaultValue: saved[field] as PathValue<Values, Path<Values>> });
  }
  form.reset(saved);
}
