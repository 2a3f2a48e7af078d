import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames, floatingStyles as floating, IconButton } from '#src/ui/index.ts';
import styles from './side-drawer.module.css';

interface SideDrawerProps {
  title: string;
  /** Text below the title. */
  words?: string | undefined;
  /** Content beside the close button. */
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Drawer beside the current screen; Escape, the close button and a click outside close it. */
export function SideDrawer({ title, words, tools, onClose, children }: SideDrawerProps) {
  return (
    <ModalOverlay
      className={classNames(floating.dims, styles.overlay)}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.drawer ?? ''}>
        <Dialog className={styles.dialog ?? ''}>
          <div className={styles.top}>
            <Heading slot="title" level={2} className={styles.heading ?? ''}>
              {title}
            </Heading>
            <span className={styles.tools}>
              {tools}
              <IconButton icon={X} label="Закрыть" onClick={onClose} />
            </span>
          </div>
          {words ? <p className={styles.words}>{words}</p> : null}
          <div className={styles.body}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
