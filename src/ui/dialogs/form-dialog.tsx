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
import { leadToNobody } from '../focus/focus.ts';
import form from './form-dialog.module.css';
import { LeaveGuard } from './leave-guard.tsx';
import { StatusNote } from './status-note.tsx';

interface FormDialogProps {
  title: string;
  /** The verb of the one primary button. */
  submit: string;
  busy: boolean;
  /** Whether something typed would be lost by closing. */
  dirty: boolean;
  /** Why it cannot be sent now: it says so and waits. Null while nothing is in the way; left out where nothing ever is. */
  blockedBy?: string | null;
  /** Why it was not saved. */
  failure?: string | undefined;
  children: ReactNode;
  onSubmit: (event: FormEvent) => void;
  onClose: () => void;
}

/** A form in a modal dialog. A click beside it closes nothing, and leaving what was typed behind is asked about. */
export function FormDialog(props: FormDialogProps) {
  const { title, submit, busy, dirty, blockedBy, failure, children, onSubmit, onClose } = props;
  const note = useId();
  const [leaving, setLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const goOn = () => {
    setLeaving(false);
    fields.current?.querySelector<HTMLElement>('input:not([type="file"]), select, textarea')?.focus();
  };
  const close = () => {
    if (busy) return;
    // The Escape key pressed twice is no answer.
    if (leaving) goOn();
    else if (dirty) setLeaving(true);
    else onClose();
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (blockedBy || leadToNobody(event.currentTarget)) event.preventDefault();
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
      <Modal className={styles.modal}>
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
            // Another page or search of the screen behind leaves the dialog where it is.
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
