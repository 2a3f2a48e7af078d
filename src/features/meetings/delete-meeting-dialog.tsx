import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Meeting } from '#contract/meeting.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { ignoreGone } from '#src/lib/ignore-gone.ts';
import { meetingTitle } from '#src/lib/meeting-words.ts';
import { patchMeeting, refetchMeetings } from '#src/lib/queries/meetings.ts';
import { showToast } from '#src/lib/toast.ts';
import styles from './meeting-dialog.module.css';

interface DeleteMeetingDialogProps {
  meeting: Meeting;
  onDeleted: () => void;
  onCancel: () => void;
}

/** Asks before a meeting is deleted; a refusal is told where it was asked. */
export function DeleteMeetingDialog({ meeting, onDeleted, onCancel }: DeleteMeetingDialogProps) {
  const { id } = meeting;
  const client = useQueryClient();
  const [title] = useState(() => meetingTitle(meeting));
  const remove = useMutation({
    mutationFn: () => api(calls.deleteMeeting, { params: { id } }).catch(ignoreGone),
    onSuccess: () => {
      onDeleted();
      patchMeeting(client, id, 'removed');
      showToast('Встреча удалена', { detail: title });
      return refetchMeetings(client);
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
        «{title}» {hasFiles ? 'будет удалена вместе с файлами' : 'будет удалена'}
        {meeting.protocol_id ? ', её протокол останется' : ''}. Вернуть её нельзя.
      </p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Встреча не удалена. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
