import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { classNames, floatingStyles as floating, IconButton } from '#src/ui/index.ts';
import styles from './meeting-dialog.module.css';

interface MeetingDialogProps {
  title: string;
  /** Content beside the close button: a menu. */
  tools?: ReactNode;
  /** Whether a click outside closes the dialog; false where something may be typed. */
  isDismissable?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A sheet over the calendar; the whole screen on a phone. */
export function MeetingDialog({ title, tools, isDismissable = false, onClose, children }: MeetingDialogProps) {
  return (
    <ModalOverlay
      className={classNames(floating.overlay, styles.overlay)}
      isOpen
      isDismissable={isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={classNames(floating.modal, styles.modal)}>
        <Dialog className={styles.dialog ?? ''}>
          <header className={styles.head}>
            <Heading slot="title" className={floating.heading} dir="auto">
              {title}
            </Heading>
            {tools}
            <IconButton icon={X} label="Закрыть" size="small" onClick={onClose} />
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
