import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { calls } from '#contract/calls.ts';
import { isMailConnected, storedMailsWords, useOffers } from '#src/data/provider/index.ts';
import { useOfflineNote } from '#src/features/connection/index.ts';
import { counted } from '#src/format/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, ConfirmDialog, FigureLink, StatusNote, showToast } from '#src/ui/index.ts';
import styles from './users.module.css';

/**
 * Number of people added without an invitation, with a button that invites them all; renders nothing where there are
 * none.
 */
export function InviteRest() {
  const client = useQueryClient();
  const offlineNote = useOfflineNote();
  const { peopleUninvited } = useOffers();
  const note = useId();
  const [isAsked, ask] = useState(false);
  const [isOrdered, setOrdered] = useState(false);
  const rest = useQuery({
    queryKey: ['users', 'uninvited'],
    queryFn: ({ signal }) => api(calls.countUninvited, { signal }),
    retry: false,
    // The links are made one after the other.
    refetchInterval: ({ state }) => (isOrdered && state.data?.count !== 0 ? 3_000 : false),
  });
  const invite = useMutation({
    mutationFn: () => api(calls.inviteUninvited, {}),
    onMutate: () => setOrdered(true),
    onSuccess: async ({ count }) => {
      const isStored = !(await isMailConnected());
      showToast(`Приглашения: ${people(count)}`, {
        detail: isStored ? storedMailsWords : 'Письма уходят на почту',
        tone: isStored ? 'warn' : 'ok',
      });
      await client.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error) => {
      setOrdered(false);
      showToast('Приглашения не отправлены', { detail: errorWords(error).words, tone: 'bad' });
    },
  });
  const count = rest.data?.count ?? 0;
  // Whoever is added later is another matter.
  if (isOrdered && rest.data?.count === 0) setOrdered(false);
  if (count === 0) return null;
  return (
    <div className={styles.rest}>
      <p role="status">
        {isOrdered ? 'Приглашения составляются, осталось' : 'Приглашений ещё не получали'}:{' '}
        {peopleUninvited ? (
          <FigureLink to="/main/settings/users?uninvited=1">{people(count)}</FigureLink>
        ) : (
          people(count)
        )}
      </p>
      {isOrdered ? null : (
        <Button
          size="small"
          aria-haspopup="dialog"
          disabled={offlineNote !== null}
          aria-describedby={note}
          onClick={() => ask(true)}
        >
          Пригласить всех
        </Button>
      )}
      <StatusNote id={note}>{offlineNote}</StatusNote>
      {isAsked ? (
        <ConfirmDialog
          title="Отправить приглашения?"
          confirm="Отправить"
          onConfirm={() => {
            ask(false);
            invite.mutate();
          }}
          onCancel={() => ask(false)}
        >
          Каждый получит письмо со ссылкой, по которой задаст пароль: {people(count)}. Тем, кого уже приглашали, письмо
          не придёт.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}

function people(count: number): string {
  return counted(count, 'человек', 'человека', 'человек');
}
