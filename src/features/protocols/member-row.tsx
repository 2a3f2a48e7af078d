import X from 'lucide-react/icons/x';
import { useId, useRef } from 'react';
import type { Member } from '#contract/member.ts';
import { IconButton } from '#src/components/icon-button.tsx';
import { UnsentMark } from '#src/components/unsent-mark.tsx';
import { focusWhenLost } from '#src/lib/focus-when-lost.ts';
import type { Laid } from '#src/lib/writes/unsent.ts';
import styles from './side-list.module.css';

interface MemberRowProps {
  member: Laid<Member>;
  name: string;
  readOnly: boolean;
  /** Why the server did not let them go. */
  failure: string | undefined;
  onRemove: () => void;
}

/** One member, and the cross that takes them out. */
export function MemberRow({ member, name, readOnly, failure, onRemove }: MemberRowProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const remove = () => {
    // The row goes at once: the focus, to the next one.
    const all = [...document.querySelectorAll<HTMLButtonElement>('[data-members] [data-remove]')];
    const next = all[all.indexOf(button.current as HTMLButtonElement) + 1] ?? all.at(-2);
    onRemove();
    focusWhenLost(() => (next?.isConnected ? next : document.querySelector('h1')));
  };
  const note = [member.position, member.organization].filter(Boolean).join(', ');
  return (
    <li className={styles.row}>
      <span className={styles.main}>
        <bdi>{name}</bdi>
        {note ? (
          <span dir="auto" className={styles.note}>
            {note}
          </span>
        ) : null}
        <UnsentMark unsent={member.unsent} />
        {failure ? (
          <span id={id} className={styles.failure} role="alert">
            Не убран. {failure}
          </span>
        ) : null}
      </span>
      {readOnly ? null : (
        <IconButton
          ref={button}
          icon={X}
          size="small"
          data-remove=""
          label={`Убрать: ${name}`}
          aria-describedby={failure ? id : undefined}
          onClick={remove}
        />
      )}
    </li>
  );
}
