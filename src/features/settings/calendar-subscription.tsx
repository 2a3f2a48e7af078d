import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Copy from 'lucide-react/icons/copy';
import { useId, useState } from 'react';
import { calls } from '#contract/calls.ts';
import type { CalendarSubscription as Subscription } from '#contract/meetings/invitation.ts';
import { QueryView, useOfflineNote } from '#src/features/connection/index.ts';
import { api, errorWords } from '#src/sync/index.ts';
import { Button, ConfirmDialog, Skeleton, StatusNote, TextField } from '#src/ui/index.ts';
import styles from './settings-screen.module.css';

/** Secret address of the person's own calendar, GET /me/calendar. */
const subscriptionQuery = queryOptions({
  queryKey: ['calendar-subscription'],
  queryFn: ({ signal }) => api(calls.getCalendarSubscription, { signal }),
});

/** Subscription to one's own meetings for another calendar program; its address can be replaced and revoked. */
export function CalendarSubscription() {
  const query = useQuery(subscriptionQuery);
  return (
    <QueryView query={query} skeleton={<Skeleton width="100%" height={128} />}>
      {(subscription) => <Address subscription={subscription} />}
    </QueryView>
  );
}

const questions = {
  create: { title: 'Создать новый адрес?', confirm: 'Отозвать и создать' },
  revoke: { title: 'Отозвать адрес календаря?', confirm: 'Отозвать' },
};

function Address({ subscription: { url } }: { subscription: Subscription }) {
  const client = useQueryClient();
  const note = useId();
  const offlineNote = useOfflineNote();
  const [announcement, announce] = useState('');
  const keep = (kept: Subscription) => client.setQueryData(subscriptionQuery.queryKey, kept);
  const create = useMutation({
    mutationFn: () => api(calls.createCalendarSubscription, {}),
    onSuccess: (made) => {
      keep(made);
      announce(url ? 'Новый адрес готов, прежний больше не действует.' : 'Адрес готов.');
    },
  });
  const revoke = useMutation({
    mutationFn: () => api(calls.deleteCalendarSubscription, {}),
    onSuccess: () => {
      keep({ url: null });
      announce('Адрес отозван: календари по нему больше не обновляются.');
    },
  });
  const copy = () =>
    navigator.clipboard.writeText(url ?? '').then(
      () => announce('Адрес скопирован.'),
      () => announce('Скопировать не удалось: выделите адрес и скопируйте сами.'),
    );
  const error = create.error ?? revoke.error;
  const [asked, setAsked] = useState<'create' | 'revoke'>();
  const press = (work: 'create' | 'revoke') => {
    announce('');
    create.reset();
    revoke.reset();
    if (offlineNote) return;
    // Programs that have the address would get nothing more.
    if (url) setAsked(work);
    else create.mutate();
  };
  const { title, confirm } = questions[asked ?? 'revoke'];
  return (
    <div className={styles.form}>
      <p>
        Ваши встречи в календаре телефона, Outlook или Яндекса: добавьте там календарь по этому адресу. Адрес секретный:
        кто его знает, видит ваши встречи.
      </p>
      {url ? (
        <TextField
          label="Адрес календаря"
          readOnly
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ) : null}
      <StatusNote id={note}>{offlineNote}</StatusNote>
      <div className={styles.buttons}>
        {url ? (
          <Button icon={Copy} onClick={() => void copy()}>
            Скопировать
          </Button>
        ) : null}
        <Button busy={create.isPending} aria-describedby={note} onClick={() => press('create')}>
          {url ? 'Отозвать и создать новый' : 'Создать адрес'}
        </Button>
        {url ? (
          <Button variant="quiet" busy={revoke.isPending} aria-describedby={note} onClick={() => press('revoke')}>
            Отозвать
          </Button>
        ) : null}
      </div>
      {error ? (
        <p role="alert" className={styles.failure}>
          {errorWords(error).words}
        </p>
      ) : null}
      <div role="status">{announcement ? <p className={styles.state}>{announcement}</p> : null}</div>
      {asked ? (
        <ConfirmDialog
          danger
          title={title}
          confirm={confirm}
          onConfirm={() => {
            setAsked(undefined);
            (asked === 'create' ? create : revoke).mutate();
          }}
          onCancel={() => setAsked(undefined)}
        >
          Календари, где вы добавили прежний адрес, перестанут обновляться. Вернуть его нельзя.
        </ConfirmDialog>
      ) : null}
    </div>
  );
}
