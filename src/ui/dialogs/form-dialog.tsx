import X from 'lucide-react/icons/x';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import field from '../base/field.module.css';
import styles from '../base/floating.module.css';
import { layout } from '../base/layout.ts';
import { Button } from '../buttons/button.tsx';
import { IconButton } from '../buttons/icon-button.tsx';
import { focusUnchosenName } from '../focus/focus.ts';
import form from './form-dialog.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { StatusNote } from './status-note.tsx';

interface FormDialogProps {
  title: string;
  /** Verb on the only primary button. */
  submit: string;
  busy: boolean;
  /** Whether closing would lose something typed. */
  dirty: boolean;
  /**
   * Why the form cannot be sent: shown while it waits. Null while nothing blocks it; undefined where nothing ever does.
   */
  blockedBy?: string | null;
  /** Whether it has more room on a wide screen, as for a table. */
  wide?: boolean;
  /** Why saving failed. */
  failure?: string | undefined;
  children: ReactNode;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

/** A form in a modal dialog. A click outside does not close it, and leaving typed text has to be confirmed. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, busy, dirty, blockedBy, failure, wide = false, children, onSubmit, onClose } = props;
  const note = useId();
  const [leaving, setLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const goOn = () => {
    setLeaving(false);
    fields.current?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea')?.focus();
  };
  const close = () => {
    if (busy) return;
    // A second press of Escape closes the question and returns to the form, so that it discards nothing.
    if (leaving) goOn();
    else if (dirty) setLeaving(true);
    else onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (blockedBy || focusUnchosenName(event.currentTarget)) event.preventDefault();
    else onSubmit(event);
  };
  return (
    <ModalOverlay
      className={styles.overlay}
      isOpen
      onOpenChange={(open) => {
        if (!open) close();
      }}
    >
      <Modal className={wide ? styles.wide : styles.modal}>
        <Dialog className={styles.dialog}>
          <div className={styles.top}>
            <Heading slot="title" className={styles.heading}>
              {title}
            </Heading>
            <IconButton icon={X} label="Закрыть" size="small" disabled={busy} onClick={close} />
          </div>
          <form noValidate className={layout.stack(4)} onSubmit={send}>
            <div ref={fields} className={layout.stack(4)}>
              {children}
            </div>
            <div className={form.foot}>
              {blockedBy === undefined ? null : <StatusNote id={note}>{blockedBy}</StatusNote>}
              <div role="alert">{failure ? <p className={field.error}>{failure}</p> : null}</div>
              {leaving ? (
                <div className={form.leaving} role="alertdialog" aria-label="Закрыть без сохранения?">
                  <p>Введённое не сохранено.</p>
                  <div className={form.choice}>
                    <Button variant="danger" onClick={onClose}>
                      Закрыть без сохранения
                    </Button>
                    <Button autoFocus onClick={goOn}>
                      Вернуться к форме
                    </Button>
                  </div>
                </div>
              ) : (
                <div className={styles.buttons}>
                  <Button onClick={close} disabled={busy}>
                    Отмена
                  </Button>
                  <Button
                    type="submit"
                    variant="primary"
                    busy={busy}
                    {...(blockedBy ? { 'aria-disabled': true, 'aria-describedby': note } : {})}
                  >
                    {busy ? 'Загрузка...' : submit}
                  </Button>
                </div>
              )}
            </div>
          </form>
          <LeaveGuard
            has={() => dirty}
            // Another query of the screen behind does not close the dialog.
            leaves={(current, next) => current.pathname !== next.pathname}
            title="Закрыть без сохранения?"
            confirm="Закрыть"
            cancel="Вернуться к форме"
          >
            Введённое в этой форме пропадёт.
          </LeaveGuard>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
