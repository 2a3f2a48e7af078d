import { useFormContext } from 'react-hook-form';
import { PasswordField } from '#src/ui/index.ts';
import type { PersonFormInput } from './person-form.ts';

/** A password for a new person, who else sets one by a link. */
export function FirstPasswordField() {
  const { register, formState } = useFormContext<PersonFormInput>();
  return (
    <PasswordField
      label="Пароль (необязательно)"
      hint="Без пароля отправим приглашение на почту"
      autoComplete="new-password"
      error={formState.errors.password?.message}
      {...register('password')}
    />
  );
}
