import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ResetRequest, resetRequest } from '#contract/identity/session.ts';
import { sessionCalls } from '#contract/identity/session-calls.ts';
import { isMailConnected, storedMailWords } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { ApiError, api } from '#src/sync/index.ts';
import { Button, StatusNote, TextField } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** Changes the password by a link sent by mail, which every provider supports. */
export function PasswordLink({ email }: { email: string | null | undefined }) {
  const offlineNote = useOfflineNote();
  const note = useId();
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(resetRequest),
    defaultValues: { email: email ?? '' },
  });
  const [isStored, setStored] = useState(false);
  const send = useMutation({
    mutationFn: (body: ResetRequest) => api(sessionCalls.sendResetLink, { body }),
    onSuccess: () => void isMailConnected().then((isConnected) => setStored(!isConnected)),
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverMessage : undefined;
      setError('email', { message: reason ?? 'Не удалось отправить инструкции' }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit((body) => {
    if (!send.isPending && !offlineNote) send.mutate(body);
  });
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      <p>Пароль меняется по ссылке из письма. Чтобы открыть её на этом устройстве, сначала выйдите.</p>
      <TextField
        label="E-mail для ссылки"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <StatusNote id={note}>{offlineNote}</StatusNote>
      <div className={styles.buttons}>
        <Button type="submit" busy={send.isPending} aria-describedby={note}>
          {send.isPending ? 'Отправка...' : 'Отправить ссылку для сброса пароля'}
        </Button>
        <div role="status" className={styles.state}>
          {send.isSuccess ? <p>Инструкции по сбросу пароля отправлены на ваш email.</p> : null}
          {send.isSuccess && isStored ? <p>{storedMailWords}</p> : null}
        </div>
      </div>
    </form>
  );
}
