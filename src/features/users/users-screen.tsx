import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import UserPlus from 'lucide-react/icons/user-plus';
import { lazy, Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { calls } from '#contract/calls.ts';
import { defaultPaging } from '#contract/common.ts';
import type { User } from '#contract/identity/user.ts';
import { refreshPerson } from '#src/data/person/index.ts';
import { storedMailWords, useOffers } from '#src/data/provider/index.ts';
import { ConnectionBanner } from '#src/features/queue/index.ts';
import { SettingsTabs } from '#src/features/tabs/index.ts';
import { api, errorWords, useSession } from '#src/sync/index.ts';
import {
  Button,
  Card,
  FoundCount,
  focusWhenLost,
  ListCount,
  ListSearch,
  PageHeader,
  Pagination,
  Screen,
  ScreenBody,
  showToast,
  useChosen,
} from '#src/ui/index.ts';
import { asksHandover } from './rights.ts';
import { UserTable } from './user-table.tsx';
import styles from './users.module.css';
import { readUsersPlace, type UsersPlace, usersQueryString } from './users-address.ts';

const NewPersonDialog = lazy(async () => ({ default: (await import('./new-person-dialog.tsx')).NewPersonDialog }));
const ChangePersonDialog = lazy(async () => ({
  default: (await import('./change-person-dialog.tsx')).ChangePersonDialog,
}));
const ImportDialog = lazy(async () => ({ default: (await import('./import/import-dialog.tsx')).ImportDialog }));
const InviteRest = lazy(async () => ({ default: (await import('./invite-rest.tsx')).InviteRest }));
const HandoverDialog = lazy(async () => ({ default: (await import('./handover-dialog.tsx')).HandoverDialog }));
const BlockDialog = lazy(async () => ({ default: (await import('./block-dialog.tsx')).BlockDialog }));

/** These dialogs are opened from a row, not from a button of the header. */
const noButton = { change: undefined, handover: undefined, block: undefined };

type Open =
  | { dialog: 'new' | 'import' }
  | { dialog: 'change' | 'handover'; user: User }
  | { dialog: 'block'; user: User; block: boolean };

/** /main/settings/users: people in pages of 15; page, search and the blocked ones are in the address. */
export function UsersScreen() {
  const { role = 'external', userId } = useSession();
  const actor = { role, id: userId };
  const [query, setQuery] = useSearchParams();
  const { handover, peopleImport, peopleUninvited } = useOffers();
  const place = readUsersPlace(query, role === 'admin' && peopleUninvited);
  const list = useQuery({ ...userListQuery(place), placeholderData: keepPreviousData });
  const [withBlocked, chooseWithBlocked] = useChosen(place.withBlocked);
  const [open, setOpen] = useState<Open>();
  const invite = useInvite();
  const add = useRef<HTMLButtonElement>(null);
  const table = useRef<HTMLButtonElement>(null);
  const { data } = list;

  const go = (change: Partial<UsersPlace>, replace = false) =>
    setQuery(usersQueryString({ ...place, page: 1, ...change }), { replace });
  const close = (isGone = false) => {
    const id = open && 'user' in open && !isGone ? open.user.id : undefined;
    const button = { new: add, import: table, ...noButton }[open?.dialog ?? 'change'];
    setOpen(undefined);
    focusWhenLost(() => button?.current ?? findRow(id) ?? document.querySelector('h1'));
  };

  return (
    <Screen>
      <PageHeader
        title="Пользователи"
        count={<ListCount of={data?.meta.total} />}
        actions={
          <div className={styles.controls}>
            <ListSearch label="Поиск пользователей" value={place.search} onSearch={(search) => go({ search }, true)} />
            <label className={styles.filter}>
              <input
                type="checkbox"
                checked={withBlocked}
                onChange={({ currentTarget: { checked } }) => {
                  chooseWithBlocked(checked);
                  go({ withBlocked: checked });
                }}
              />
              Показать заблокированных
            </label>
            {place.uninvited ? (
              <label className={styles.filter}>
                <input
                  type="checkbox"
                  checked
                  onChange={() => {
                    go({ uninvited: false });
                    focusWhenLost(() => document.querySelector('h1'));
                  }}
                />
                Только без приглашения
              </label>
            ) : null}
            {role === 'admin' && peopleImport !== false ? (
              <Button
                ref={table}
                icon={FileSpreadsheet}
                disabled={!peopleImport}
                onClick={() => setOpen({ dialog: 'import' })}
              >
                Из таблицы
              </Button>
            ) : null}
            <Button ref={add} variant="primary" icon={UserPlus} onClick={() => setOpen({ dialog: 'new' })}>
              {role === 'secretary' ? 'Добавить внешнего участника' : 'Добавить пользователя'}
            </Button>
          </div>
        }
      />
      <SettingsTabs />
      <FoundCount
        asked={usersQueryString({ ...place, page: 1 })}
        total={list.isPlaceholderData ? undefined : data && (data.meta.total ?? null)}
      />
      <ConnectionBanner shownAt={data ? list.dataUpdatedAt : undefined} />
      <ScreenBody>
        <div>
          <Card bare className={list.isPlaceholderData ? styles.stale : undefined}>
            <UserTable
              list={list}
              place={place}
              actor={actor}
              onChange={(user) => setOpen({ dialog: 'change', user })}
              onInvite={invite.mutate}
              onHandOver={handover ? (user) => setOpen({ dialog: 'handover', user }) : undefined}
              onBlock={(user, block) => setOpen({ dialog: 'block', user, block })}
            />
          </Card>
          <Suspense fallback={null}>{role === 'admin' && peopleImport ? <InviteRest /> : null}</Suspense>
          <Pagination of={data} href={(page) => `/main/settings/users${usersQueryString({ ...place, page })}`} />
        </div>
      </ScreenBody>
      <Suspense fallback={null}>
        {open?.dialog === 'new' ? <NewPersonDialog actor={actor} onClose={() => close()} /> : null}
        {open?.dialog === 'import' ? <ImportDialog onClose={() => close()} /> : null}
        {open?.dialog === 'change' ? (
          <ChangePersonDialog actor={actor} person={open.user} onClose={() => close()} />
        ) : null}
        {open?.dialog === 'handover' ? <HandoverDialog person={open.user} onClose={() => close()} /> : null}
        {open?.dialog === 'block' ? (
          <BlockDialog
            person={open.user}
            block={open.block}
            asksHandover={open.block && handover === true && asksHandover(actor, open.user)}
            onDone={(handsOver) =>
              handsOver ? setOpen({ dialog: 'handover', user: open.user }) : close(open.block && !place.withBlocked)
            }
            onCancel={() => close()}
          />
        ) : null}
      </Suspense>
    </Screen>
  );
}

/** Returns the button of this person's row; null where the row is gone. */
function findRow(id: string | undefined): HTMLElement | null {
  return id === undefined ? null : document.querySelector(`[data-user="${CSS.escape(id)}"] button`);
}

/** Sends a person another link for setting the password. */
function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: User) => api(calls.inviteUser, { params: { id } }),
    onSuccess: (person, { email, invitation }) => {
      const done = person.invitation === 'waiting' ? 'Приглашение ждёт отправки' : 'Приглашение отправлено';
      const sent = invitation === 'none' || person.invitation === 'waiting' ? done : `${done} ещё раз`;
      if (person.invitation === 'stored') showToast('Приглашение не ушло', { detail: storedMailWords, tone: 'warn' });
      else showToast(sent, { detail: email ?? undefined, tone: 'ok' });
      return refreshPerson(client, person);
    },
    onError: (error) => showToast('Приглашение не отправлено', { detail: errorWords(error).words, tone: 'bad' }),
  });
}

/** A page of users, GET /users. */
function userListQuery({ page, search, withBlocked, uninvited }: UsersPlace) {
  const query = {
    limit: defaultPaging.limit,
    page,
    ...(search ? { search } : {}),
    ...(withBlocked ? { with_blocked: 1 } : {}),
    ...(uninvited ? { uninvited: 1 } : {}),
  };
  return queryOptions({
    queryKey: ['users', query],
    queryFn: ({ signal }) => api(calls.listUsers, { query, signal }),
  });
}
