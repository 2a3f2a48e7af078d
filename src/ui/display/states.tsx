import type { LucideIcon } from 'lucide-react';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { Button } from '../buttons/button.tsx';
import styles from './state.module.css';

interface ErrorStateProps {
  /** Whether the cause is a missing connection, not a refusal of the server. */
  offline?: boolean;
  title: string;
  words: string;
  onRetry?: () => void;
  busy?: boolean;
}

/** A failure: what happened, what is safe, and «Повторить». */
export function ErrorState({ offline = false, title, words, onRetry, busy = false }: ErrorStateProps) {
  return (
    <div role="alert" className={styles.state}>
      <Icon of={offline ? CloudOff : TriangleAlert} size={32} />
      <h2>{title}</h2>
      <p className={styles.words}>{words}</p>
      {onRetry ? (
        <div className={styles.actions}>
          <Button onClick={onRetry} busy={busy}>
            {busy ? 'Загрузка...' : 'Повторить'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

/** An empty list or screen, and what to do about it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon of={icon} size={32} />
      <h2>{title}</h2>
      {children ? <p className={styles.words}>{children}</p> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
