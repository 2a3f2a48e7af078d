import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { calls } from '#contract/calls.ts';
import { type PasswordChange, passwordChange } from '#contract/identity/own-password.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { showFieldErrors } from '#src/features/forms/index.ts';
import { ApiError, api, errorWords, NetworkError } from '#src/sync/index.ts';
import { Button, PasswordField, StatusNote, useUnsaved } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

const fields = ['current_password', 'password', 'password_confirmation'] as const;
const empty = { current_password: '', password: '', password_confirmation: '' };

/** Form of the own password. Nothing of it is stored on the device; offline it waits in its fields. */
export function PasswordForm({ email }: { email: string | null | undefined }) {
  const offlineNote = useOfflineNote();
  const note = useId();
  const form = useForm({ mode: 'onTouched', resolver: zodResolver(passwordChange), defaultValues: empty });
  const { errors, isDirty, touchedFields } = form.formState;
  useUnsaved(() => isDirty);
  // The password may have been changed by a try whose answer never came.
  const [isAnswerLost, setAnswerLost] = useState(false);
  const change = useMutation({
    mutationFn: (body: PasswordChange) => api(calls.updatePassword, { body }),
    onSuccess: () => {
      setAnswerLost(false);
      form.reset(empty);
    },
    onError: (error) => {
      if (error instanceof NetworkError) setAnswerLost(true);
      showFieldErrors(error, fields, form.setError);
    },
  });
  const submit = form.handleSubmit((body) => {
    if (!change.isPending && !offlineNote) change.mutate(body);
  });
  /** Validates the confirmation again, which depends on both fields; its error waits until it was touched. */
  const recheck = () => (touchedFields.password_confirmation ? form.trigger('password_confirmation') : undefined);

  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly type="email" autoComplete="username" value={email ?? ''} />
      <PasswordField
        label="Нынешний пароль"
        autoComplete="current-password"
        aria-required
        error={errors.current_password?.message}
        {...form.register('current_password')}
      />
      <PasswordField
        label="Новый пароль"
        hint="Не меньше 6 символов"
        autoComplete="new-password"
        aria-required
        error={errors.password?.message}
        {...form.register('password', { onChange: () => void recheck() })}
      />
      <PasswordField
        label="Подтвердите новый пароль"
        autoComplete="new-password"
        aria-required
        error={errors.password_confirmation?.message}
        {...form.register('password_confirmation')}
      />
      <div role="alert">
        {change.error ? <p className={styles.failure}>{failureOf(change.error, isAnswerLost)}</p> : null}
      </div>
      <StatusNote id={note}>{isDirty && offlineNote}</StatusNote>
      <div className={styles.buttons}>
        <Button type="submit" busy={change.isPending} aria-describedby={note}>
          {change.isPending ? 'Загрузка...' : 'Сменить пароль'}
        </Button>
        <p role="status" className={styles.state}>
          {change.isSuccess && !isDirty ? 'Пароль изменён. На других устройствах нужно войти заново.' : ''}
        </p>
      </div>
    </form>
  );
}

function failureOf(error: Error, isAnswerLost: boolean): string {
  const { words } = errorWords(error);
  if (error instanceof NetworkError) return `Неизвестно, изменён ли пароль. ${words}`;
  if (isAnswerLost && error instanceof ApiError && error.fields.current_password)
    return 'Возможно, пароль уже изменён: ответ на прошлую попытку не пришёл. Если нынешний введён верно, действует новый.';
  return `Пароль не изменён. ${words}`;
}
