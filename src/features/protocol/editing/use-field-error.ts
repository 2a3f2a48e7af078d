import { useSyncExternalStore } from 'react';
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import type { AgendaForm } from './agenda-form.ts';

/**
 * Returns the error of a field of the surrounding form, in words. Renders only the caller: reading the form's own
 * `formState` would render all of it with every new row.
 */
export function useFieldError<Form extends FieldValues = AgendaForm>(name: FieldPath<Form>): string | undefined {
  const { subscribe, getFieldState } = useFormContext<Form>();
  return useSyncExternalStore(
    (onChange) => subscribe({ formState: { errors: true }, callback: onChange }),
    () => {
      const message = getFieldState(name).error?.message;
      return typeof message === 'string' ? message : undefined;
    },
  );
}
