import type { LucideIcon } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../base/class-names.ts';
import styles from '../base/floating.module.css';
import { Icon } from '../base/icon.tsx';

/** One item of a menu. */
export interface MenuAction {
  id: string;
  title: string;
  /** Text below the title: what the action has to wait for. */
  note?: string | null;
  icon?: LucideIcon;
  danger?: boolean;
  onAction: () => void;
}

interface MenuPopupProps {
  trigger: RefObject<HTMLButtonElement | null>;
  label: string;
  actions: MenuAction[];
  onClose: () => void;
}

/** The open menu of a MenuButton. */
export function MenuPopup({ trigger, label, actions, onClose }: MenuPopupProps) {
  const menu = useRef<HTMLDivElement>(null);
  // When Enter on the button, which is also a click, opens the menu, the list itself takes the focus and keeps it, so
  // that another Enter does nothing. The focus is passed on to the first item.
  useEffect(() => {
    const element = menu.current;
    const continueRun = () => {
      if (document.activeElement === element) element?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    };
    continueRun();
    element?.addEventListener('focusin', continueRun);
    return () => element?.removeEventListener('focusin', continueRun);
  }, []);
  return (
    <Popover
      aria-label={label}
      className={styles.popover}
      triggerRef={trigger}
      placement="bottom end"
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Menu ref={menu} aria-label={label} className={styles.menu} autoFocus="first" onClose={onClose}>
        {actions.map(({ id, title, note, icon, danger, onAction }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={title}
            className={classNames(styles.item, danger && styles.bad)}
            onAction={onAction}
          >
            {icon ? <Icon of={icon} size={18} /> : null}
            {note ? (
              <span>
                {title}
                <span className={styles.itemNote}>{note}</span>
              </span>
            ) : (
              title
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
