import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Meeting } from '#contract/meeting.ts';
import { type MeetingForm, mayInvite } from '../base/meeting-form-values.ts';
import styles from './invitees.module.css';

interface InviteCheckProps {
  form: UseFormReturn<MeetingForm, unknown, MeetingForm>;
  meeting: Meeting | undefined;
}

/** Whether mails go out with the saving: chosen by the person, remembered on the device. */
export function InviteCheck({ form, meeting }: InviteCheckProps) {
  const id = useId();
  const [participants, guests, end_at] = useWatch({
    control: form.control,
    name: ['participants', 'guests', 'end_at'],
  });
  const isInvited = Boolean(meeting?.invitations);
  if (!mayInvite({ participants, guests, end_at })) return null;
  return (
    <div className={styles.choice}>
      <label className={styles.check}>
        <input type="checkbox" aria-describedby={id} {...form.register('invites')} />
        {isInvited ? 'Сообщить об изменении' : 'Отправить приглашения'}
      </label>
      <p id={id} className={styles.hint}>
        {isInvited
          ? 'Приглашённые получат письмо с новыми данными, новые люди — приглашение, убранные — отмену.'
          : 'Каждый получит письмо с файлом для календаря. Ответы появятся во встрече.'}
      </p>
    </div>
  );
}
