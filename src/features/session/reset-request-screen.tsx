import { zodResolver } from '@hookform/resolvers/zod';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { resetRequest } from '#contract/identity/session.ts';
import { sessionCalls } from '#contract/identity/session-calls.ts';
import { isMailConnected, storedMailWords } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api } from '#src/sync/index.ts';
import { Button, Icon, ScreenHeading, StatusNote, TextField } from '#src/ui/index.ts';
import { failureMessage } from './messages.tsx';
import { PublicFrame, takeFocus } from './public-frame.tsx';
import styles from './session-form.module.css';

/** /change-password: requests a link by mail. */
export function ResetRequestScreen() {
  const [sent, setSent] = useState(false);
  const [isStored, setStored] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(resetRequest),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const note = useId();
  const offlineNote = useOfflineNote();

  const submit = handleSubmit(async (body) => {
    try {
      await api(sessionCalls.sendResetLink, { body });
      setSent(true);
      // Not awaited: the request is sent, however long the server takes to say what becomes of its mails.
      void isMailConnected().then((isConnected) => setStored(!isConnected));
    } catch (error) {
      const message = failureMessage(error, 'Не удалось отправить инструкции');
      setError('email', { message }, { shouldFocus: true });
    }
  });

  return (
    <PublicFrame>
      <Link to="/login" className={styles.back}>
        <Icon of={ArrowLeft} size={16} />
        Назад
      </Link>
      <form noValidate className={styles.form} onSubmit={submit}>
        <ScreenHeading title="Сброс пароля" />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          inputMode="email"
          aria-required
          readOnly={sent}
          error={errors.email?.message}
          {...register('email')}
        />
        <StatusNote id={note}>{offlineNote}</StatusNote>
        <Button type="submit" variant="primary" size="wide" busy={isSubmitting} disabled={sent} aria-describedby={note}>
          {sent ? 'Отправлено' : isSubmitting ? 'Отправка...' : 'Отправить ссылку для сброса пароля'}
        </Button>
        <div role="status" className={styles.end}>
          {sent ? (
            <p ref={takeFocus} tabIndex={-1} className={styles.sent}>
              <Icon of={CircleCheck} size={18} />
              Инструкции по сбросу пароля отправлены на ваш email.
            </p>
          ) : null}
          {isStored ? (
            <p className={styles.stored}>
              <Icon of={TriangleAlert} size={18} />
              {storedMailWords}
            </p>
          ) : null}
        </div>
      </form>
    </PublicFrame>
  );
}
