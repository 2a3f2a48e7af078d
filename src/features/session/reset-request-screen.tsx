import { zodResolver } from '@hookform/resolvers/zod';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { resetRequest } from '#contract/session.ts';
import { sessionCalls } from '#contract/session-calls.ts';
import { isMailConnected, storedMailWords } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { api } from '#src/sync/index.ts';
import { Button, Icon, ScreenHeading, StatusNote, TextField } from '#src/ui/index.ts';
import { failureMessage } from './messages.tsx';
import { PublicFrame, takeFocus } from './public-frame.tsx';
import styles from './session-form.module.css';

/** /change-password: requests a link by mail. */
export function ResetRequestScreen() {
  const [end, setEnd] = useState<'sent' | 'stored'>();
  const sent = end !== undefined;
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
      setEnd((await isMailConnected()) ? 'sent' : 'stored');
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
          {end === 'sent'
            ? 'Отправлено'
            : end === 'stored'
              ? 'Письмо на сервере'
              : isSubmitting
                ? 'Отправка...'
                : 'Отправить ссылку для сброса пароля'}
        </Button>
        <div role="status">
          {sent ? (
            <p ref={takeFocus} tabIndex={-1} className={styles.sent}>
              <Icon of={end === 'sent' ? CircleCheck : TriangleAlert} size={18} />
              {end === 'sent' ? 'Инструкции по сбросу пароля отправлены на ваш email.' : storedMailWords}
            </p>
          ) : null}
        </div>
      </form>
    </PublicFrame>
  );
}
