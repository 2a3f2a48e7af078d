import { useSyncExternalStore } from 'react';
import { type FieldPath, useFormContext } from 'react-hook-form';
import type { AgendaForm } from './agenda-form.ts';

/**
 * What is wrong with a field of the question, in words. Draws only whoever asks: `formState` of the form itself would draw
 * the whole question with every new decision.
 */
export function useFieldError(name: FieldPath<AgendaForm>): string | undefined {
  const { subscribe, getFieldState } = useFormContext<AgendaForm>();
  return useSyncExternalStore(
    (onChange) => subscribe({ formState: { errors: true }, callback: onChange }),
    () => {
      const message = getFieldState(name).error?.message;
      return typeof message === 'string' ? message : undefined;
    },
  );
}
