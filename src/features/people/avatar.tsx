import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import type { User } from '#contract/identity/user.ts';
import { initials } from '#src/format/index.ts';
import { classNames, Icon } from '#src/ui/index.ts';
import styles from './avatar.module.css';

interface AvatarProps {
  person: Pick<User, 'name' | 'email'>;
  /** Address of the picture; the initials are shown without one, or where it fails to load. */
  src: string | null | undefined;
  size?: 'normal' | 'large';
}

/** A person's picture or initials: decoration beside the name. */
export function Avatar({ person, src, size = 'normal' }: AvatarProps) {
  const [failed, setFailed] = useState<string>();
  const letters = initials(person);
  return (
    <span aria-hidden className={classNames(styles.avatar, size === 'large' && styles.large)}>
      {src && src !== failed ? (
        <img src={src} alt="" className={styles.picture} onError={() => setFailed(src)} />
      ) : (
        letters || <Icon of={UserRound} size={size === 'large' ? 28 : 18} />
      )}
    </span>
  );
}
