import type { ComponentProps } from 'react';
import { type FieldPath, useFormContext } from 'react-hook-form';
import type { AgendaForm } from './agenda-form.ts';
import { useFieldError } from './use-field-error.ts';
import { WrittenText } from './written-text.tsx';

interface FormTextProps
  extends Omit<ComponentProps<typeof WrittenText>, 'name' | 'error' | 'ref' | 'onChange' | 'onBlur'> {
  name: FieldPath<AgendaForm>;
}

/** Text field of the item form, with its validation error. */
export function FormText({ name, ...rest }: FormTextProps) {
  const { register } = useFormContext<AgendaForm>();
  return <WrittenText {...rest} error={useFieldError(name)} {...register(name)} />;
}
