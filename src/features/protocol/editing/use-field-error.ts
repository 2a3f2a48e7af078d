import { useSyncExternalStore } from 'react';
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import type { AgendaForm } from './agenda-form.ts';

/**
 * What is wrong with a field of the form around, in words. Draws only whoever asks: `formState` of the form itself would draw
 * all of it with every new row.
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
