import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon } from '../base/icon.tsx';
import styles from './button.module.css';

export interface ButtonLook {
  /** Only one `primary` per screen; `danger` only inside a menu or a confirmation. */
  variant?: 'primary' | 'outlined' | 'quiet' | 'danger';
  size?: 'normal' | 'small' | 'wide';
  icon?: LucideIcon;
}

type ButtonProps = ComponentProps<'button'> & ButtonLook & { busy?: boolean };

/** A native button. While `busy` it keeps the focus and its place but does nothing. */
export function Button({ variant = 'outlined', size, icon, busy = false, children, onClick, ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size }, rest.className)}
      onClick={handleClick}
      {...(busy ? { 'aria-disabled': true, 'aria-busy': true } : {})}
    >
      {icon ? <Icon of={icon} size={size === 'small' ? 16 : 20} /> : null}
      {children}
    </button>
  );
}

/** Returns the classes of a button, for a link or a label that looks like one. */
export function buttonClass({ variant = 'outlined', size }: Omit<ButtonLook, 'icon'>, extra?: string): string {
  return classNames(styles.button, styles[variant], size && styles[size], extra);
}
