import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from '../base/floating.module.css';
import { Button } from '../buttons/button.tsx';

interface WideDialogProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog for content that needs the full width; its actions take effect at once, so closing it loses nothing. */
export function WideDialog({ title, children, onClose }: WideDialogProps) {
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.wide}>
        <Dialog className={styles.dialog}>
          <Heading slot="title" className={styles.heading}>
            {title}
          </Heading>
          {children}
          <div className={styles.buttons}>
            <Button onClick={onClose}>Закрыть</Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
