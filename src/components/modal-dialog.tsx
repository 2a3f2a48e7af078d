import { type ReactNode, useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button } from './button.tsx';
import styles from './floating.module.css';
import { OnlineOnlyNote, useIsOutOfReach } from './online-only.tsx';

interface ModalDialogProps {
  title: string;
  children: ReactNode;
  /** The verb of what will happen: never «Да». */
  confirm: string;
  /** What the other button says where «Отмена» could be mistaken. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Whether the server alone can do it: without a line it says so and waits. */
  onlineOnly?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A modal question with a verb and «Отмена». */
export function ModalDialog({
  title,
  children,
  confirm,
  cancel = 'Отмена',
  danger,
  busy = false,
  onlineOnly = false,
  onConfirm,
  onCancel,
}: ModalDialogProps) {
  const isOutOfReach = useIsOutOfReach(onlineOnly);
  const note = useId();
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      isDismissable={!busy}
      onOpenChange={(open) => {
        // The Escape key asks too.
        if (!open && !busy) onCancel();
      }}
    >
      <Modal className={styles.modal}>
        <Dialog role="alertdialog" className={styles.dialog}>
          <Heading slot="title" className={styles.heading}>
            {title}
          </Heading>
          <div>{children}</div>
          {onlineOnly ? <OnlineOnlyNote id={note} isShown={isOutOfReach} /> : null}
          <div className={styles.buttons}>
            <Button onClick={onCancel} disabled={busy}>
              {cancel}
            </Button>
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              onClick={isOutOfReach ? undefined : onConfirm}
              {...(isOutOfReach ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
            >
              {busy ? 'Загрузка...' : confirm}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
