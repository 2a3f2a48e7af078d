import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { MenuAction } from './menu-popup.tsx';

const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazy(async () => ({ default: (await loadPopup()).MenuPopup }));

interface MenuButtonProps {
  icon: LucideIcon;
  label: string;
  actions: MenuAction[];
  className?: string | undefined;
  /** Content beside the icon. */
  children?: ReactNode;
}

/** A button with a menu; the menu's code is loaded when the pointer or the focus reaches the button. */
export function MenuButton({ icon, label, actions, className, children }: MenuButtonProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={trigger}
        icon={icon}
        label={label}
        size="small"
        className={className}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={loadPopup}
        onFocus={loadPopup}
        onClick={() => setOpen(true)}
      >
        {children}
      </IconButton>
      {open ? (
        <Suspense fallback={null}>
          <MenuPopup trigger={trigger} label={label} actions={actions} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
