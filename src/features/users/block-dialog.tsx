import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/identity/user.ts';
import type { Role } from '#contract/roles.ts';
import { personName, refreshPerson, savePerson } from '#src/data/person/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { errorWords } from '#src/sync/index.ts';
import { ConfirmDialog, showToast, Tick } from '#src/ui/index.ts';
import styles from './users.module.css';

interface BlockDialogProps {
  person: User;
  /** True to block the person, false to unblock them. */
  block: boolean;
  /** Whether the dialog offers to hand over the work afterwards. */
  asksHandover: boolean;
  onDone: (handsOver: boolean) => void;
  onCancel: () => void;
}

/** What stays unchanged when a person of this role is blocked. */
const staying: Record<Role, string> = {
  admin: 'Всё, что сделано, останется.',
  manager: 'Секретари и показатели останутся за этим руководителем, пока администратор не назначит другого.',
  secretary: 'Встречи, протоколы и поручения останутся.',
  external: 'Встречи, протоколы и поручения с этим участником не изменятся.',
};

/** Explains what blocking does before it is done; a refusal is shown in the dialog. */
export function BlockDialog({ person, block, asksHandover, onDone, onCancel }: BlockDialogProps) {
  const offlineNote = useOfflineNote();
  const client = useQueryClient();
  const name = personName(person);
  const [handsOver, setHandsOver] = useState(false);
  const change = useMutation({
    mutationFn: () => savePerson(person, { is_blocked: block }, 'keep'),
    onSuccess: (saved) => {
      showToast(block ? 'Доступ закрыт' : 'Доступ открыт', { detail: name, tone: 'ok' });
      onDone(handsOver);
      return refreshPerson(client, { ...saved, id: person.id });
    },
  });
  return (
    <ConfirmDialog
      title={block ? 'Заблокировать пользователя?' : 'Разблокировать пользователя?'}
      confirm={block ? 'Заблокировать' : 'Разблокировать'}
      danger={block}
      blockedBy={offlineNote}
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onCancel={onCancel}
    >
      <p>
        {block
          ? `${name}: вход будет закрыт, все открытые сеансы сразу закончатся. ${staying[person.role ?? 'secretary']} Разблокировать можно в любое время.`
          : unblockWords(person)}
      </p>
      {asksHandover ? (
        <Tick checked={handsOver} onChange={({ currentTarget: { checked } }) => setHandsOver(checked)}>
          Затем передать дела другому секретарю
        </Tick>
      ) : null}
      {change.error ? (
        <p className={styles.failure} role="alert">
          {block ? 'Доступ не закрыт.' : 'Доступ не открыт.'} {errorWords(change.error).words}
        </p>
      ) : null}
    </ConfirmDialog>
  );
}

function unblockWords(person: User): string {
  const neverCame = person.invitation && person.invitation !== 'accepted';
  return neverCame
    ? `${personName(person)}: приглашение снова можно будет принять, а если оно устарело\u00A0— отправить ещё раз.`
    : `${personName(person)}: вход с прежним паролем снова откроется.`;
}
