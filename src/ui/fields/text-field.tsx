import { type ClipboardEvent, type ComponentProps, type ReactNode, useId, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from '../base/field.module.css';

export interface FieldText {
  label: string;
  /** Shown below the field and tied to it; with an error the field is invalid. */
  error?: string | undefined;
  hint?: string;
}

interface Ties {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Frame of every field: a visible label, the control, a hint, and the error tied by aria-describedby. */
export function Field({ label, error, hint, children }: FieldText & { children: (ties: Ties) => ReactNode }) {
  const id = useId();
  const notes = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': notes || undefined })}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** A single-line text field, or a native date or time field. */
export function TextField({ label, error, hint, className, ...rest }: FieldText & ComponentProps<'input'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <input
          type="text"
          dir="auto"
          onPaste={pasteAsLine}
          {...rest}
          {...ties}
          className={classNames(styles.control, className)}
        />
      )}
    </Field>
  );
}

/** A password field with «Показать» / «Скрыть» inside. */
export function PasswordField({
  label,
  error,
  hint,
  className,
  ...rest
}: FieldText & Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} error={error} hint={hint}>
      {(ties) => (
        <div className={styles.inside}>
          <input
            {...rest}
            {...ties}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.control, className)}
          />
          <button type="button" className={styles.toggle} aria-controls={ties.id} onClick={() => setShown(!shown)}>
            {shown ? 'Скрыть' : 'Показать'}
          </button>
        </div>
      )}
    </Field>
  );
}

/**
 * Joins pasted lines or table cells with spaces in a single-line field; the browser alone would join their words
 * without any.
 */
export function pasteAsLine(event: ClipboardEvent<HTMLInputElement>): void {
  const text = event.clipboardData.getData('text/plain');
  const field = event.currentTarget;
  if (!/[\r\n\t]/.test(text) || field.type !== 'text') return;
  event.preventDefault();
  const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  field.setRangeText(inOneLine(text), start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replaces gaps that contain a line break or a tab by a space; other spaces stay as they were typed. */
export function inOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, (gap) => (/[\r\n\t]/.test(gap) ? ' ' : gap));
}
