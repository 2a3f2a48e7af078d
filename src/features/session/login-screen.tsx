import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { credentials } from '#contract/session.ts';
import { Button } from '#src/components/button.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { ScreenHeading } from '#src/components/screen-heading.tsx';
import { TextField } from '#src/components/text-field.tsx';
import { failureMessage, isNetworkError, noConnection } from './failure-message.ts';
import { PublicFrame } from './public-frame.tsx';
import { ServerMessage } from './server-message.tsx';
import styles from './session-form.module.css';
import { signIn } from './sign-in.ts';

/** /login */
export function LoginScreen() {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await signIn(values);
      await navigate('/main', { replace: true });
    } catch (error) {
      setFailure(
        isNetworkError(error) ? noConnection : failureMessage(error, 'Не получилось войти. Повторите чуть позже.'),
      );
    }
  });

  return (
    <PublicFrame>
      <form noValidate className={styles.form} onSubmit={submit}>
        <ScreenHeading title="Вход" />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <Button type="submit" variant="primary" size="wide" busy={isSubmitting}>
          {isSubmitting ? 'Загрузка...' : 'Войти'}
        </Button>
        <ServerMessage message={failure} />
        <Link to="/change-password" className={styles.link}>
          Забыли пароль?
        </Link>
      </form>
    </PublicFrame>
  );
}
