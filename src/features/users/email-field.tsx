import { useFormContext } from 'react-hook-form';
import { TextField } from '#src/components/text-field.tsx';
import type { PersonFormInput } from './person-form.ts';

/** The e-mail that a person signs in with. */
export function EmailField({ locked }: { locked: boolean }) {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="off"
      aria-required
      readOnly={locked}
      {...(locked ? { hint: 'Свой e-mail меняет администратор' } : {})}
      error={formState.errors.email?.message}
      {...register('email')}
    />
  );
}
