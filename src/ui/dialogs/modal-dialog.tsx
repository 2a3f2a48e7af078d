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
  /** Label of the other button, where «Отмена» could be misunderstood. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /**
   * Why it cannot be done now: shown while it waits. Null while nothing blocks it; undefined where nothing ever does.
   */
  blockedBy?: string | null;
  /** Why the current state does not allow it; shown in the dialog, and the button is inactive meanwhile. */
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
        // The Escape key cancels too.
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
