import UserRoundPen from 'lucide-react/icons/user-round-pen';
import X from 'lucide-react/icons/x';
import { memo, useId, useRef } from 'react';
import { type Member, type MemberKind, memberKinds, oneMemberWords } from '#contract/bodies/member.ts';
import { UnsentMark } from '#src/features/queue/index.ts';
import type { Optimistic } from '#src/sync/index.ts';
import { focusWhenLost, IconButton, MenuButton, rowAction } from '#src/ui/index.ts';
import styles from '../editing/side-list.module.css';
import { attendanceNote } from './attendance.ts';

interface MemberRowProps {
  /** Identifies the row in the DOM. */
  id: string;
  member: Optimistic<Member>;
  name: string;
  readOnly: boolean;
  /** Why the server refused a change. */
  failure: string | undefined;
  /** Whether the server stores the kinds of members. */
  hasKinds: boolean;
  /** Stable callbacks, so that the memoised row is not rendered. */
  onKind: (member: Optimistic<Member>, kind: MemberKind) => void;
  onRemove: (member: Optimistic<Member>) => void;
}

/** One member with the menu of kinds and the remove button. Memoised: a meeting may have hundreds. */
export const MemberRow = memo(function MemberRow(props: MemberRowProps) {
  const { id, member, name, readOnly, failure, hasKinds, onKind, onRemove } = props;
  const failureId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const remove = () => {
    // The row disappears at once, so the focus moves to the next one.
    const all = [...document.querySelectorAll<HTMLButtonElement>('[data-members] [data-remove]')];
    const next = all[all.indexOf(button.current as HTMLButtonElement) + 1] ?? all.at(-2);
    onRemove(member);
    focusWhenLost(() => (next?.isConnected ? next : document.querySelector('h1')));
  };
  const note = [member.position, member.organization].filter(Boolean).join(', ');
  const attended = member.attendance && attendanceNote(member.attendance);
  return (
    <li className={styles.row} data-member={id}>
      <span className={styles.main}>
        <bdi>{name}</bdi>
        {note ? (
          <span dir="auto" className={styles.note}>
            {note}
          </span>
        ) : null}
        {attended ? <span className={styles.note}>{attended}</span> : null}
        <UnsentMark unsent={member.unsent} />
        {failure ? (
          <span id={failureId} className={styles.failure} role="alert">
            {failure}
          </span>
        ) : null}
      </span>
      {readOnly ? null : (
        <span className={styles.rowActions}>
          {hasKinds ? (
            <MenuButton
              icon={UserRoundPen}
              className={rowAction}
              label={`Изменить вид участия: ${name}`}
              actions={memberKinds
                .filter((kind) => kind !== (member.kind ?? 'present'))
                .map((kind) => ({ id: kind, title: oneMemberWords[kind], onAction: () => onKind(member, kind) }))}
            />
          ) : null}
          <IconButton
            ref={button}
            icon={X}
            className={rowAction}
            size="small"
            data-remove=""
            label={`Убрать: ${name}`}
            aria-describedby={failure ? failureId : undefined}
            onClick={remove}
          />
        </span>
      )}
    </li>
  );
});
