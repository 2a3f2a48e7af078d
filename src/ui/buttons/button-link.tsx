import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../base/icon.tsx';
import { type ButtonLook, buttonClass } from './button.tsx';

/** A link that looks like a button; it only navigates. */
export function ButtonLink({
  variant = 'outlined',
  size,
  icon,
  children,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonLook) {
  return (
    <Link {...rest} className={buttonClass({ variant, size }, className)}>
      {icon ? <Icon of={icon} size={size === 'small' ? 16 : 20} /> : null}
      {children}
    </Link>
  );
}
