import { useMutation } from '@tanstack/react-query';
import type { Member } from '#contract/member.ts';
import { errorWords, useOpenForm } from '#src/sync/index.ts';
import { Button } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { addMember } from './save-member.ts';

interface RemovedMemberProps {
  member: Member;
  name: string;
  protocolId: string;
  /** `isKept`: the server is yet to hear of it. */
  onReturned: (isKept: boolean) => void;
}

/** Who was just taken out, with the way back. */
export function RemovedMember({ member, name, protocolId, onReturned }: RemovedMemberProps) {
  const form = useOpenForm();
  const bring = useMutation({
    mutationFn: () => addMember(protocolId, { id: member.member_id, name }, member.kind ?? 'present', form),
    onSuccess: onReturned,
  });
  return (
    <p className={styles.undo}>
      <span className={styles.main}>
        Убран: <bdi>{name}</bdi>
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
