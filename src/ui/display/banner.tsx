import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './banner.module.css';

interface BannerProps {
  tone?: 'warn' | 'bad' | 'accent';
  icon: LucideIcon;
  /** What happened, in bold; the children say what is safe. */
  title: string;
  children?: ReactNode;
  /** What to do next: a button or a link. */
  action?: ReactNode;
}

/** A state of the whole screen, above its content. */
export function Banner({ tone = 'warn', icon, title, children, action }: BannerProps) {
  return (
    <div role="status" className={classNames(styles.banner, styles[tone])}>
      <Icon of={icon} />
      <p className={styles.words}>
        <strong>{title}</strong> {children}
      </p>
      {action}
    </div>
  );
}
