import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { newPasswordForm } from '#contract/identity/session.ts';
import { sessionCalls } from '#contract/identity/session-calls.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { ApiError, api } from '#src/sync/index.ts';
import { Button, PasswordField, ScreenHeading, StatusNote } from '#src/ui/index.ts';
import { failureMessage, isNetworkError, noConnection, passwordSet, ServerMessage } from './messages.tsx';
import { PublicFrame, takeFocus } from './public-frame.tsx';
import styles from './session-form.module.css';

const perhapsSet =
  'Возможно, пароль уже сохранён: ответ на прошлую попытку не пришёл. Попробуйте войти с новым паролем.';

/** /change-password/{token}: takes the token from the query or the path, and the e-mail from the query. */
export function NewPasswordScreen() {
  const navigate = useNavigate();
  const params = useParams();
  const [query] = useSearchParams();
  const email = query.get('email') ?? '';
  const [failure, setFailure] = useState<string>();
  // The password may have been set by a try whose answer never came: a link works once.
  const [isAnswerLost, setAnswerLost] = useState(false);
  const { register, handleSubmit, setError, trigger, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(newPasswordForm),
    defaultValues: { password: '', password_confirmation: '' },
  });
  const { errors, isSubmitting, touchedFields } = formState;
  const note = useId();
  const offlineNote = useOfflineNote();

  const submit = handleSubmit(async (passwords) => {
    const token = query.get('token') || params.token || '';
    try {
      await api(sessionCalls.resetPassword, { body: { token, email, ...passwords } });
      await navigate('/login', { replace: true, state: passwordSet(email) });
    } catch (error) {
      // The link was not refused, so the form stays as it was typed.
      const isLost = isNetworkError(error);
      if (isLost) setError('root', { message: noConnection });
      else if (isAnswerLost && isLinkRefused(error)) setFailure(perhapsSet);
      else setFailure(failureMessage(error, 'Эта ссылка не действительна'));
      setAnswerLost(isAnswerLost || isLost);
    }
  });

  /** Validates the confirmation again, which depends on both fields; its error waits until it was touched. */
  const recheck = () => (touchedFields.password_confirmation ? trigger('password_confirmation') : undefined);

  return (
    <PublicFrame>
      <div className={styles.form}>
        <ScreenHeading title="Новый пароль" />
        {failure ? (
          <>
            <ServerMessage message={failure} />
            <Link ref={takeFocus} to="/login" className={styles.link}>
              Вернуться ко входу
            </Link>
            <Link to="/change-password" className={styles.link}>
              Отправить новую ссылку
            </Link>
          </>
        ) : (
          <form noValidate className={styles.form} onSubmit={submit}>
            {email ? <p className={styles.whose}>Для входа с e-mail {email}</p> : null}
            {/* Tells password managers whose password it is. */}
            <input hidden readOnly type="email" autoComplete="username" value={email} />
            <PasswordField
              label="Новый пароль"
              hint="Не короче 6 символов"
              autoComplete="new-password"
              aria-required
              error={errors.password?.message}
              {...register('password', { onChange: () => void recheck() })}
            />
            <PasswordField
              label="Подтвердите новый пароль"
              autoComplete="new-password"
              aria-required
              error={errors.password_confirmation?.message}
              {...register('password_confirmation')}
            />
            <StatusNote id={note}>{offlineNote}</StatusNote>
            <Button type="submit" variant="primary" size="wide" busy={isSubmitting} aria-describedby={note}>
              Сбросить пароль
            </Button>
            <ServerMessage message={errors.root?.message} />
            {errors.root ? (
              <Link to="/login" className={styles.link}>
                Вернуться ко входу
              </Link>
            ) : null}
          </form>
        )}
      </div>
    </PublicFrame>
  );
}

/** Whether the link is useless, not the password: a 422 that names no field is our server's answer to a used link. */
function isLinkRefused(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.status === 422) return !error.fields.password && !error.fields.password_confirmation;
  return [400, 404, 410].includes(error.status);
}
