import { useFormContext } from 'react-hook-form';
import { TextField } from '#src/ui/index.ts';
import type { PersonFormInput } from './person-form.ts';

interface EmailFieldProps {
  locked: boolean;
  /** Why it cannot be changed, or what happens with it. */
  hint: string | undefined;
}

/** The e-mail that a person signs in with. */
export function EmailField({ locked, hint }: EmailFieldProps) {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <TextField
      label="E-mail"
      type="email"
      inputMode="email"
      autoComplete="off"
      aria-required
      readOnly={locked}
      {...(hint === undefined ? {} : { hint })}
      error={formState.errors.email?.message}
      {...register('email')}
    />
  );
}
