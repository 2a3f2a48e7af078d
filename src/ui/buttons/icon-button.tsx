import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './button.module.css';

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  icon: LucideIcon;
  /** The accessible name, also shown as the tooltip. */
  label: string;
  size?: 'normal' | 'small';
};

/** A button with an icon, alone or beside the children. */
export function IconButton({ icon, label, size = 'normal', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames(styles.button, styles.icon, size === 'small' && styles.small, className)}
    >
      <Icon of={icon} size={size === 'small' ? 18 : 20} />
      {children}
    </button>
  );
}
