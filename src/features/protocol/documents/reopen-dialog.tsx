import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requiredText } from '#contract/common.ts';
import type { Protocol } from '#contract/protocols/protocol.ts';
import { currentProtocol } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { FormDialog, focusWhenLost, showToast, TextArea } from '#src/ui/index.ts';
import { reopenProtocol } from '../editing/change-stage.ts';

const reopening = z.object({ reason: requiredText(1_000) });

/** Reopens a final protocol as a new version; a reason is required. */
export function ReopenDialog({ protocol, onClose }: { protocol: Protocol; onClose: () => void }) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const { formState, handleSubmit, register, setFocus } = useForm({
    resolver: zodResolver(reopening),
    defaultValues: { reason: '' },
  });
  useEffect(() => setFocus('reason'), [setFocus]);
  const reopen = useMutation({
    mutationFn: ({ reason }: z.output<typeof reopening>) =>
      reopenProtocol(client, currentProtocol(client, protocol.id) ?? protocol, reason),
    onSuccess: () => {
      showToast('Протокол открыт для изменений', { protocolId: protocol.id });
      onClose();
      focusWhenLost(() => document.querySelector('h1'));
    },
  });
  return (
    <FormDialog
      title="Открыть итоговый протокол для изменений?"
      submit="Открыть для изменений"
      busy={reopen.isPending}
      dirty={formState.isDirty}
      blockedBy={offlineNote}
      failure={reopen.error ? `Протокол не открыт. ${errorWords(reopen.error).words}` : undefined}
      onClose={onClose}
      onSubmit={handleSubmit((values) => {
        if (!reopen.isPending) reopen.mutate(values);
      })}
    >
      <p>
        Подписанная версия и её документы останутся без изменений. Исправленный протокол получит тот же номер и станет
        новой версией, когда вы снова сделаете его итоговым.
      </p>
      <TextArea
        label="Причина"
        aria-required
        hint="Её увидят рядом с прежней версией"
        error={formState.errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  );
}
