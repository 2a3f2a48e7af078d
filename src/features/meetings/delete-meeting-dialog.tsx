import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Meeting } from '#contract/meeting.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { useDeletionWords } from '#src/lib/deletion-words.ts';
import { meetingTitle } from '#src/lib/meeting-words.ts';
import { outbox } from '#src/lib/outbox.ts';
import { showToast } from '#src/lib/toast.ts';
import { plainMeeting } from '#src/lib/writes/lay-meetings.ts';
import { deleteMeeting } from '#src/lib/writes/meeting-writes.ts';
import { takeBackUnsent } from '#src/lib/writes/take-back-unsent.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { write } from '#src/lib/writes/write.ts';
import type { OpenForm } from '#src/offline/outbox-forms.ts';
import styles from './meeting-dialog.module.css';

interface DeleteMeetingDialogProps {
  meeting: Laid<Meeting>;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Asks before a meeting is deleted; a refusal is told where it was asked. */
export function DeleteMeetingDialog({ meeting, onDeleted, onCancel }: DeleteMeetingDialogProps) {
  const open = useOpenForm();
  const [title] = useState(() => meetingTitle(meeting));
  const wayBack = useDeletionWords(meeting.id, 'её');
  const [lost] = useState(() => lostWith(meeting.id));
  const remove = useMutation({
    mutationFn: () => deleteNow(meeting, open),
    onSuccess: (kept) => {
      onDeleted();
      showToast('Встреча удалена', { detail: kept ? `${title}. На сервере исчезнет с подключением` : title });
    },
  });
  const hasFiles = (meeting.files ?? []).length > 0;
  return (
    <ConfirmDialog
      title="Удалить встречу?"
      confirm="Удалить"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      <p>
        Встреча «{title}» {hasFiles ? 'будет удалена вместе с файлами' : 'будет удалена'}
        {meeting.protocol_id ? ', её протокол останется' : ''}. {wayBack}
      </p>
      {lost.length > 0 ? <p>Сервер эту встречу не принял, поэтому вместе с ней пропадёт: {lost.join('; ')}.</p> : null}
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Встреча не удалена. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

/** Resolves whether the deletion waits on the device. */
async function deleteNow({ unsent, ...meeting }: Laid<Meeting>, form: OpenForm): Promise<boolean> {
  if (await takeBackUnsent(meeting.id)) return false;
  const { kept } = await write(deleteMeeting, { meeting: plainMeeting(meeting) }, { form, laid: unsent?.writes });
  return kept;
}

/** What else was made from a meeting that the server refused, in the words of the queue. */
function lostWith(id: string): string[] {
  const refused = outbox.list().find(({ creates, state }) => creates === id && state === 'failed');
  if (!refused) return [];
  return outbox.dependentsOf(refused.id).flatMap(({ subject, title }) => (subject === id ? [] : [title]));
}
