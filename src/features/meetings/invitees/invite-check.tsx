import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Meeting } from '#contract/meetings/meeting.ts';
import { useOffers } from '#src/data/provider/index.ts';
import { useSession } from '#src/sync/index.ts';
import { type MeetingForm, mayInvite } from '../base/meeting-form-values.ts';
import styles from './invitees.module.css';

interface InviteCheckProps {
  form: UseFormReturn<MeetingForm, unknown, MeetingForm>;
  /** The edited meeting; undefined for a new one. */
  meeting: Meeting | undefined;
}

/** Checkbox beside the save button: whether mails are sent. Chosen by the person, remembered on the device. */
export function InviteCheck({ form, meeting }: InviteCheckProps) {
  const { meetingInvitations, seriesInvitations } = useOffers();
  const { userId } = useSession();
  const [participants, guests, end_at, repeat] = useWatch({
    control: form.control,
    name: ['participants', 'guests', 'end_at', 'repeat'],
  });
  if (!meetingInvitations || !mayInvite({ participants, guests, end_at }, userId)) return null;
  // An earlier server would send each participant a mail for every meeting of a year.
  if (repeat && !meeting && !seriesInvitations)
    return <p className={styles.later}>Приглашения отправляются из каждой встречи.</p>;
  return (
    <label className={styles.check}>
      <input type="checkbox" {...form.register('invites')} />
      {meeting?.invitations ? 'Сообщить об изменении' : 'Отправить приглашения'}
    </label>
  );
}
