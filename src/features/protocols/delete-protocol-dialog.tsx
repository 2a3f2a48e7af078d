import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { Protocol } from '#contract/protocol.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { ignoreGone } from '#src/lib/ignore-gone.ts';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { forgetProtocol } from '#src/lib/queries/protocols.ts';
import { showToast } from '#src/lib/toast.ts';
import { uploads } from '#src/lib/uploads.ts';
import { useProtocolUpload } from '#src/lib/use-uploads.ts';
import styles from './forms.module.css';

interface DeleteProtocolDialogProps {
  protocol: Protocol;
  /** Leads away from what is gone, before it disappears. */
  onDeleted: () => void | Promise<void>;
  onCancel: () => void;
}

/** Asks before a protocol is deleted with all that hangs on it; a refusal is told where it was asked. */
export function DeleteProtocolDialog({ protocol, onDeleted, onCancel }: DeleteProtocolDialogProps) {
  const { id } = protocol;
  const client = useQueryClient();
  const upload = useProtocolUpload(id);
  const [title] = useState(() => protocolTitle(protocol));
  const remove = useMutation({
    mutationFn: async () => {
      await api(calls.deleteProtocol, { params: { id } }).catch(ignoreGone);
      if (upload) await uploads.cancel(upload.id).catch(() => undefined);
    },
    onSuccess: async () => {
      await onDeleted();
      showToast('Протокол удалён', { detail: title });
      await forgetProtocol(client, id);
    },
  });
  return (
    <ConfirmDialog
      title="Удалить протокол?"
      confirm="Удалить"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      <p>
        «{title}» будет удалён вместе с повесткой, поручениями, участниками и видео
        {upload ? ', которое ещё загружается' : ''}. Вернуть его нельзя.
      </p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Протокол не удалён. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
