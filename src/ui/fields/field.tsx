import { type ReactNode, useId } from 'react';
import styles from '../base/field.module.css';

export interface FieldText {
  label: string;
  /** Shown under the field and tied to it; where it is, the field counts as invalid. */
  error?: string | undefined;
  hint?: string;
}

interface Ties {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** The frame of every field: a visible label, the control, a hint, and the error tied by aria-describedby. */
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
