import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Member } from '#contract/member.ts';
import { Button } from '#src/components/button.tsx';
import { errorWords } from '#src/lib/api-errors.ts';
import { refetchProtocol } from '#src/lib/queries/protocols.ts';
import { addMember } from './add-member-form.tsx';
import styles from './side-list.module.css';

interface RemovedMemberProps {
  member: Member;
  name: string;
  protocolId: string;
  onReturned: () => void;
}

/** Who was just taken out, with the way back. */
export function RemovedMember({ member, name, protocolId, onReturned }: RemovedMemberProps) {
  const client = useQueryClient();
  const [key] = useState(uuidv7);
  const bring = useMutation({
    mutationFn: () => addMember(protocolId, member.member_id, member.kind ?? 'present', key),
    onSuccess: async () => {
      onReturned();
      await refetchProtocol(client, protocolId);
    },
  });
  return (
    <p className={styles.undo}>
      <span className={styles.main}>
        Убран: {name}
        {bring.error ? (
          <span className={styles.failure} role="alert">
            Не возвращён. {errorWords(bring.error).words}
          </span>
        ) : null}
      </span>
      <Button size="small" variant="quiet" busy={bring.isPending} onClick={() => bring.mutate()}>
        {bring.isPending ? 'Загрузка...' : 'Вернуть'}
      </Button>
    </p>
  );
}
