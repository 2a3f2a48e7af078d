import { type ReactNode, useId } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from '../base/floating.module.css';
import { Button } from '../buttons/button.tsx';
import { StatusNote } from './status-note.tsx';

interface ModalDialogProps {
  title: string;
  children: ReactNode;
  /** The verb of what will happen: never «Да». */
  confirm: string;
  /** What the other button says where «Отмена» could be mistaken. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** Why it cannot be done now: it says so and waits. Null while nothing is in the way; left out where nothing ever is. */
  blockedBy?: string | null;
  /** Why it cannot be done as things are: the verb waits. */
  hindrance?: string | undefined;
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
  blockedBy,
  hindrance,
  onConfirm,
  onCancel,
}: ModalDialogProps) {
  const note = useId();
  const reasons = [hindrance && `${note}-hindrance`, blockedBy && note].filter(Boolean).join(' ');
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
          {hindrance ? <p id={`${note}-hindrance`}>{hindrance}</p> : null}
          {blockedBy === undefined ? null : <StatusNote id={note}>{blockedBy}</StatusNote>}
          <div className={styles.buttons}>
            <Button onClick={onCancel} disabled={busy}>
              {cancel}
            </Button>
            <Button
              variant={danger ? 'danger' : 'primary'}
              busy={busy}
              onClick={reasons ? undefined : onConfirm}
              {...(reasons ? { 'aria-disabled': true, 'aria-describedby': reasons } : {})}
            >
              {busy ? 'Загрузка...' : confirm}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
