import { useMutation, useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import { calls } from '#contract/calls.ts';
import type { Member } from '#contract/member.ts';
import { IconButton } from '#src/components/icon-button.tsx';
import { api } from '#src/lib/api.ts';
import { errorWords } from '#src/lib/api-errors.ts';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';
import { ignoreGone } from '#src/lib/ignore-gone.ts';
import { refetchProtocol } from '#src/lib/queries/protocols.ts';
import styles from './side-list.module.css';

interface MemberRowProps {
  member: Member;
  name: string;
  protocolId: string;
  readOnly: boolean;
  onRemoved: () => void;
}

/** One member, and the cross that takes them out. */
export function MemberRow({ member, name, protocolId, readOnly, onRemoved }: MemberRowProps) {
  const id = useId();
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const remove = useMutation({
    // The row's own id; a provider that sends none knows the member by the user's.
    mutationFn: () =>
      api(calls.deleteMember, { params: { memberId: member.id ?? member.member_id } }).catch(ignoreGone),
    onSuccess: async () => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('[data-members] button')];
      const next = all[all.indexOf(button.current as HTMLButtonElement) + 1] ?? all.at(-2);
      onRemoved();
      await refetchProtocol(client, protocolId);
      focusWhenLost(() => (next?.isConnected ? next : document.querySelector('h1')));
    },
  });
  const note = [member.position, member.organization].filter(Boolean).join(', ');
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        {name}
        {note ? <span className={styles.note}>{note}</span> : null}
        {remove.error ? (
          <span id={id} className={styles.failure} role="alert">
            Не убран. {errorWords(remove.error).words}
          </span>
        ) : null}
      </span>
      {readOnly ? null : (
        <IconButton
          ref={button}
          icon={X}
          size="small"
          label={`Убрать: ${name}`}
          aria-busy={remove.isPending}
          aria-describedby={remove.error ? id : undefined}
          onClick={() => {
            if (!remove.isPending) remove.mutate();
          }}
        />
      )}
    </li>
  );
}
