import ArrowRightLeft from 'lucide-react/icons/arrow-right-left';
import Ban from 'lucide-react/icons/ban';
import Ellipsis from 'lucide-react/icons/ellipsis';
import LockOpen from 'lucide-react/icons/lock-open';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import { memo } from 'react';
import type { InvitationState, User } from '#contract/identity/user.ts';
import { roleWords } from '#contract/roles.ts';
import { personName, personNote } from '#src/data/person/index.ts';
import { Avatar } from '#src/features/people/index.ts';
import { formatDay, shortName } from '#src/format/index.ts';
import { Badge, type MenuAction, MenuButton, type RowTies, Skeleton, type Tone } from '#src/ui/index.ts';
import { type Actor, mayBlock, mayChange, mayHandOver, mayInvite } from './rights.ts';
import styles from './users.module.css';

export interface UserActions {
  onChange: (user: User) => void;
  onBlock: (user: User, block: boolean) => void;
  onInvite: (user: User) => void;
  /** Undefined where the server does not support it. */
  onHandOver: ((user: User) => void) | undefined;
}

interface UserRowProps extends UserActions {
  user: User;
  index: number;
  /** Present in a list too long to be rendered as a whole. */
  ties: RowTies | undefined;
  actor: Actor;
  /** Manager of a secretary; undefined where that is the signed-in person. */
  manager: string | undefined;
}

/** One person of the list, with the actions that the actor may take. */
export const UserRow = memo(function UserRow({
  user,
  index,
  ties,
  actor,
  manager,
  onChange,
  onBlock,
  onInvite,
  onHandOver,
}: UserRowProps) {
  const name = personName(user);
  const note = personNote(user);
  const email = user.email?.trim();
  const changeable = mayChange(actor, user);
  const actions: MenuAction[] = [
    ...(changeable ? [{ id: 'change', title: 'Изменить', icon: Pencil, onAction: () => onChange(user) }] : []),
    ...(mayInvite(actor, user)
      ? [{ id: 'invite', title: inviteWords(user), icon: Mail, onAction: () => onInvite(user) }]
      : []),
    ...(onHandOver && mayHandOver(actor, user)
      ? [{ id: 'hand-over', title: 'Передать дела', icon: ArrowRightLeft, onAction: () => onHandOver(user) }]
      : []),
    ...blockActions(actor, user, onBlock),
  ];
  return (
    <tr data-user={user.id} className={styles.row} {...ties} aria-rowindex={ties && index + 2}>
      <td className={styles.person}>
        <span className={styles.identity}>
          <Avatar person={user} src={user.avatar_url} />
          <span className={styles.names}>
            {changeable ? (
              <button type="button" className={styles.name} onClick={() => onChange(user)}>
                {name}
              </button>
            ) : (
              <span className={styles.plain}>{name}</span>
            )}
            {user.id === actor.id ? <span className={styles.own}>это вы</span> : null}
            {note ? <span className={styles.note}>{note}</span> : null}
          </span>
        </span>
      </td>
      <td className={styles.email}>{email && email !== name ? email : null}</td>
      <td className={styles.role}>
        <span className={styles.marks}>
          {user.role ? <span>{roleWords[user.role]}</span> : null}
          {manager ? <span className={styles.note}>руководитель: {shortName(manager)}</span> : null}
          <InvitationMark user={user} />
          {user.is_blocked ? <Badge tone="bad">Доступ закрыт</Badge> : null}
        </span>
      </td>
      <td className={styles.menu}>
        {actions.length > 0 ? <MenuButton icon={Ellipsis} label={`Действия: ${name}`} actions={actions} /> : null}
      </td>
    </tr>
  );
}, sameRow);

/** Compares props without the functions: the list creates actions and ties on each render, but they do the same. */
function sameRow(before: UserRowProps, now: UserRowProps): boolean {
  const isActor = before.actor.id === now.actor.id && before.actor.role === now.actor.role;
  const isManager = before.manager === now.manager;
  const isOffered = !before.onHandOver === !now.onHandOver;
  const isPlace = before.index === now.index && !before.ties === !now.ties;
  return before.user === now.user && isPlace && isManager && isActor && isOffered;
}

function inviteWords({ invitation }: User): string {
  return invitation === 'none' ? 'Отправить приглашение' : 'Отправить приглашение ещё раз';
}

/** Both where it is not known whether the person is blocked. */
function blockActions(actor: Actor, user: User, onBlock: UserActions['onBlock']): MenuAction[] {
  if (!mayBlock(actor, user)) return [];
  const block = { id: 'block', title: 'Заблокировать', icon: Ban, danger: true, onAction: () => onBlock(user, true) };
  const unblock = { id: 'unblock', title: 'Разблокировать', icon: LockOpen, onAction: () => onBlock(user, false) };
  if (typeof user.is_blocked !== 'boolean') return [unblock, block];
  return [user.is_blocked ? unblock : block];
}

/** Skeleton of a row. */
export function UserRowSkeleton() {
  return (
    <tr className={styles.row}>
      <td className={styles.person}>
        <span className={styles.identity}>
          <Skeleton width={32} height={32} />
          <Skeleton width="min(240px, 60vw)" />
        </span>
      </td>
      <td className={styles.email}>
        <Skeleton width={160} />
      </td>
      <td className={styles.role}>
        <Skeleton width={96} />
      </td>
      <td className={styles.menu} />
    </tr>
  );
}

const words: Record<InvitationState, string> = {
  none: 'Приглашения нет',
  waiting: 'Приглашение ждёт отправки',
  sent: 'Приглашение отправлено',
  stored: 'Приглашение на сервере: почта не подключена',
  failed: 'Приглашение не доставлено',
  expired: 'Приглашение устарело',
  accepted: 'Приглашение принято',
};

const tones: Record<InvitationState, Tone> = {
  none: 'warn',
  waiting: 'accent',
  sent: 'accent',
  stored: 'warn',
  failed: 'bad',
  expired: 'warn',
  accepted: 'ok',
};

const undated: readonly InvitationState[] = ['waiting', 'stored', 'accepted'];

/** State of a person's invitation; renders nothing for a person who never needed one. */
function InvitationMark({ user: { invitation, invited_at } }: { user: User }) {
  if (!invitation) return null;
  const day = undated.includes(invitation) ? '' : formatDay(invited_at);
  return <Badge tone={tones[invitation]}>{[words[invitation], day].filter(Boolean).join(' ')}</Badge>;
}
