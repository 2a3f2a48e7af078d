import { useFormContext } from 'react-hook-form';
import { PasswordField } from '#src/ui/index.ts';
import type { PersonFormInput } from './person-form.ts';

/** The password that goes with another own e-mail: an open session alone must not take the account along. */
export function CurrentPasswordField() {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <PasswordField
      label="Нынешний пароль"
      hint="Нужен, чтобы изменить свой e-mail"
      autoComplete="current-password"
      aria-required
      error={formState.errors.current_password?.message}
      {...register('current_password', { shouldUnregister: true })}
    />
  );
}
