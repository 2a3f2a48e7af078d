import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { newPasswordForm } from '#contract/session.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { Button } from '#src/components/button.tsx';
import { PasswordField } from '#src/components/password-field.tsx';
import { ScreenHeading } from '#src/components/screen-heading.tsx';
import { api } from '#src/lib/api.ts';
import { failureMessage, isNetworkError, noConnection } from './failure-message.ts';
import { PublicFrame } from './public-frame.tsx';
import { ServerMessage } from './server-message.tsx';
import styles from './session-form.module.css';

/** /change-password/{token}: the token of the query, else of the path, and the e-mail of the query. */
export function NewPasswordScreen() {
  const navigate = useNavigate();
  const params = useParams();
  const [query] = useSearchParams();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', password_confirmation: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (passwords) => {
    const token = query.get('token') || params.token || '';
    try {
      await api(sessionCalls.resetPassword, { body: { token, email: query.get('email') ?? '', ...passwords } });
      await navigate('/login', { replace: true });
    } catch (error) {
      // Nothing was refused: the form stays as it was typed.
      if (isNetworkError(error)) setError('root', { message: noConnection });
      else setFailure(failureMessage(error, 'Эта ссылка не действительна'));
    }
  });

  return (
    <PublicFrame>
      <div className={styles.form}>
        <ScreenHeading title="Новый пароль" />
        <ServerMessage message={failure} />
        {failure ? (
          <Link to="/login" className={styles.link}>
            Вернуться ко входу
          </Link>
        ) : (
          <form noValidate className={styles.form} onSubmit={submit}>
            <PasswordField
              label="Новый пароль"
              autoComplete="new-password"
              error={errors.password?.message}
              {...register('password')}
            />
            <PasswordField
              label="Подтвердите новый пароль"
              autoComplete="new-password"
              error={errors.password_confirmation?.message}
              {...register('password_confirmation')}
            />
            <Button type="submit" variant="primary" size="wide" busy={isSubmitting}>
              {isSubmitting ? 'Загрузка...' : 'Сбросить пароль'}
            </Button>
            <ServerMessage message={errors.root?.message} />
          </form>
        )}
      </div>
    </PublicFrame>
  );
}
