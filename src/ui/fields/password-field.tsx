import { type ComponentProps, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import styles from '../base/field.module.css';
import { Field, type FieldText } from './field.tsx';

/** A password with «Показать» / «Скрыть» inside. */
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
