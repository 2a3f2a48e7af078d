import { useMutation, useQueryClient } from '@tanstack/react-query';
import { calls } from '#contract/calls.ts';
import type { Template } from '#contract/documents/template.ts';
import { templatesQuery } from '#src/data/protocol/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { ApiError, api, errorWords } from '#src/sync/index.ts';
import { ConfirmDialog, showToast } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** Asks before a template is deleted: which bodies have chosen it, and what stays. */
export function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const { id, name, bodies_total } = template;
  const remove = useMutation({
    mutationFn: async () => {
      await api(calls.deleteTemplate, { params: { id } }).catch((error: unknown) => {
        // 404: the template has already been deleted, as intended.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
    },
    onSuccess: () => {
      showToast('Шаблон удалён', { detail: name, tone: 'ok' });
      void client.invalidateQueries({ queryKey: templatesQuery().queryKey });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Удалить шаблон?"
      confirm="Удалить"
      danger
      blockedBy={offlineNote}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      <p>
        «{name}».{' '}
        {bodies_total
          ? `Он выбран в комиссиях и отделах: ${bodies_total}. Их протоколы снова будут печататься в обычном виде.`
          : 'Ни одна комиссия и ни один отдел его не выбрали.'}{' '}
        Подписанные версии не изменятся. Вернуть шаблон можно, только добавив файл ещё раз.
      </p>
      {remove.error ? (
        <p className={styles.failure} role="alert">
          Не удалено. {errorWords(remove.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
