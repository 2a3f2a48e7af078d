import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Protocol } from '#contract/protocol.ts';
import { ConfirmDialog } from '#src/components/confirm-dialog.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { useDeletionWords } from '#src/lib/deletion-words.ts';
import { outbox } from '#src/lib/outbox.ts';
import { protocolTitle } from '#src/lib/protocol-title.ts';
import { showToast } from '#src/lib/toast.ts';
import { uploads } from '#src/lib/uploads.ts';
import { useProtocolUpload } from '#src/lib/use-uploads.ts';
import { unsentCreation } from '#src/lib/writes/lay-protocols.ts';
import { deleteProtocol } from '#src/lib/writes/protocol-writes.ts';
import { forgetRefusedDeletion } from '#src/lib/writes/take-back-unsent.ts';
import { useOpenForm } from '#src/lib/writes/use-writes.ts';
import { write } from '#src/lib/writes/write.ts';
import styles from './forms.module.css';
import { keptWords } from './kept-words.ts';

interface DeleteProtocolDialogProps {
  protocol: Protocol;
  /** Leads away from what is gone, before it disappears. */
  onDeleted: () => void | Promise<void>;
  onCancel: () => void;
}

/** Asks before a protocol is deleted with all that hangs on it; a refusal is told where it was asked. */
export function DeleteProtocolDialog({ protocol, onDeleted, onCancel }: DeleteProtocolDialogProps) {
  const { id } = protocol;
  const upload = useProtocolUpload(id);
  const form = useOpenForm();
  const wayBack = useDeletionWords(id, 'его');
  const [title] = useState(() => protocolTitle(protocol));
  const remove = useMutation({
    mutationFn: async () => {
      const creation = unsentCreation(outbox.list(), id);
      // What has never left this device goes without a word to the server.
      const isUnmade = creation !== undefined && (await outbox.takeBack(creation.id));
      if (!isUnmade) await forgetRefusedDeletion(id);
      const { kept } = isUnmade ? { kept: false } : await write(deleteProtocol, { id, title }, { form });
      // The video goes once the deletion was taken: until then it can be undone, or refused.
      if (upload) await (kept ? uploads.pause(upload.id) : uploads.cancel(upload.id)).catch(() => undefined);
      return kept;
    },
    onSuccess: async (kept) => {
      await onDeleted();
      showToast('Протокол удалён', { detail: kept ? `${title}. ${keptWords}` : title, opensQueue: kept });
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
        Протокол «{title}» будет удалён вместе с повесткой, поручениями, участниками и видео
        {upload ? ', которое ещё загружается' : ''}. {wayBack}
      </p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Протокол не удалён. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
