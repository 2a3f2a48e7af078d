import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { Credentials } from '#contract/identity/session.ts';
import { ApiError, NetworkError } from '#src/sync/index.ts';
import { Button, PasswordField, ScreenHeading, TextField } from '#src/ui/index.ts';
import {
  emailFrom,
  failureMessage,
  fieldFailures,
  isNetworkError,
  LoginNote,
  noConnection,
  ServerMessage,
} from './messages.tsx';
import { PublicFrame } from './public-frame.tsx';
import styles from './session-form.module.css';
import { whileSigningIn } from './signing-in.ts';

/** Loads the code that checks and sends the form once somebody begins to fill it in; the screen appears without it. */
const loadSignIn = () => import('./sign-in.ts').catch(notLoaded);

const check: Resolver<Credentials> = async (...form) => {
  const parts = await loadSignIn().catch(() => undefined);
  // If the code cannot be loaded for lack of a connection, submitting fails as well and shows the reason.
  return parts ? parts.checkCredentials(...form) : { values: form[0], errors: {} };
};

/** Screen of /login. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [failure, setFailure] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: check,
    defaultValues: { email: emailFrom(state), password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async (values) => {
      setFailure(undefined);
      try {
        const { signIn } = await loadSignIn();
        await whileSigningIn(() => signIn(values));
        await navigate('/main', { replace: true, state });
      } catch (error) {
        for (const [field, message] of fieldFailures(error, ['email', 'password'])) setError(field, { message });
        setFailure(
          isNetworkError(error) ? noConnection : failureMessage(error, 'Не получилось войти. Повторите чуть позже.'),
        );
        // Neither a network error nor a refusal: the cause is only visible in the console.
        if (!isNetworkError(error) && !(error instanceof ApiError)) console.error(error);
      }
    },
    () => setFailure(undefined),
  );

  return (
    <PublicFrame>
      <form noValidate className={styles.form} onFocus={prepare} onSubmit={submit}>
        <ScreenHeading title="Вход" />
        <LoginNote />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          aria-required
          inputMode="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label="Пароль"
          autoComplete="current-password"
          aria-required
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

/** Starts loading in advance; a failure is shown when the person submits. */
function prepare(): void {
  loadSignIn().catch(() => undefined);
}

function notLoaded(cause: unknown): never {
  throw new NetworkError('the part that signs in', { cause });
}
